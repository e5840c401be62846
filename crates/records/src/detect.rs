//! Guessing the encoding of a record from its content.
//!
//! chardetng knows languages, but a record may hold no more than two names and a rank. So its guess is weighed
//! against how much of the text, read in each of the five Asian encodings, looks like what stands in Go records.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS};

/// Characters frequent in records of each language: ranks, results, titles, surnames of players.
const SIMPLIFIED: &str = "段黑白胜负目半中盘先让子第届杯赛战局围棋名人甲级联决预选本四八强轮天元国手农心初二三五六七九十\
    年月日星期一网友业余职业时间秒读每方无限制贴分钟次和柯洁古力常昊孔罗洗河周睿羊陈耀烨越檀啸范廷钰江维芈昱唐韦李世石聂卫平\
    马晓春刘小光俞斌邵炜刚张文东王磊檗胡谢赫朴廷桓金志锡崔哲瀚昌镐曹薰铉申真谞连笑党毅飞丁浩杨鼎新辜梓豪许嘉阳对弈公开应氏富士通三星倡棋女子晚报快乐弈道解说这手好变化\
    王李张刘陈杨黄赵周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚\
    伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂华建国文辉玲宇浩凯健俊帆雨晨欣睿博子轩志鹏飞龙海波宁婷慧莉思佳雪琳晓东红春梅云";
const TRADITIONAL: &str = "段黑白勝負目半中盤先讓子第屆盃賽戰局圍棋名人聯決預選本四八強輪天元國手初二三五六七九十\
    年月日網友業餘職業時間秒讀每方無限制貼分鐘次和林海峰王立誠張栩周俊勳陳詩淵蕭正浩蘇耀國黃祥任夏大銘紅面許皓鋐楊博崴李世乭古力常昊聶衛平馬曉春\
    謝赫應氏中環碁聖海峰十段公開解說這手好變化\
    王李張劉陳楊黃趙周吳徐孫胡朱高林何郭馬羅梁宋鄭謝韓唐馮于董蕭程曹袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉閻余潘杜戴夏鍾汪田任姜范方石姚譚廖鄒熊金陸郝孔白崔康毛邱秦江史顧侯邵孟龍萬段雷錢湯尹黎易常武喬賀賴龔\
    志明俊傑建宏家豪淑芬美玲雅婷怡君佩詩文雄國輝德正義信仁";
const JAPANESE: &str = "段黒白中押勝目半先番棋聖名人本因坊戦王座天元碁十期第局決挑手合予選女流最終早打切リーグ回初二三四五六七八九一年月日時間\
    小林光趙治勲武宮正樹大竹英雄加藤夫海峰張栩山下敬吾羽根直高尾紳路井裕太依田紀基結城聡坂栄男呉清源沢秀行木谷実橋本昌石芳夫片岡淀柳俊郎梶原村川瀬島河野臨一力遼芝虎丸許家元余正麒\
    佐藤鈴木高橋田中伊渡辺山本中村小林加吉山田佐々木山口松井上木村林斎清水山崎森池橋阿部石川前後岡長谷藤近遠青坂西福太三金中原野竹和上今内宮河柴工横新丸安武市菅桜久保千葉大塚平杉関秋荒浅星土服浜松堀矢水沼島嶋\
    郎子美太一二三男夫雄彦介輔也哉之明正和幸弘博浩司健誠剛秀樹直哲康英義信章隆修茂勇亮翔拓真優希祐佑悠陽香織里奈恵由紀智久道裕史俊昭治将輝";
const KOREAN: &str = "단흑백승패불계집반국제회배전기본선예결준강왕위명인천원수이창호세돌조훈현유혁서봉최철한박영정환김지석신진목원성동윤허타젬바둑대중일리그시간초읽덤점년월일배기성급프로마추어공제홍안송태곤황일박승엔하나은행농심삼성화재응씨춘란비씨카드여자맥심커피\
    김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구민류나진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모\
    민준서윤도예주시하지우진건현성영수철호상훈재경미은혜숙희순자정연아라나래태승용동광규식환빈찬욱혁범섭균";

fn familiar(encoding: &'static Encoding) -> &'static str {
    if encoding == GB18030 {
        SIMPLIFIED
    } else if encoding == BIG5 {
        TRADITIONAL
    } else if encoding == EUC_KR {
        KOREAN
    } else {
        JAPANESE
    }
}

/// The most likely encoding of bytes that are not UTF-8.
pub(crate) fn guess(sample: &[u8], complete: bool) -> &'static Encoding {
    let text = without_moves(sample);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(&text, complete);
    let detected = match detector.guess(None, Utf8Detection::Deny) {
        encoding if encoding == GBK => GB18030,
        encoding => encoding,
    };
    let mut best = (detected, if is_asian(detected) { plausibility(detected, &text) + 0.25 } else { 0.6 });
    for encoding in [GB18030, SHIFT_JIS, EUC_KR, BIG5, EUC_JP] {
        if encoding != detected {
            let score = plausibility(encoding, &text);
            if score > best.1 {
                best = (encoding, score);
            }
        }
    }
    best.0
}

fn is_asian(encoding: &'static Encoding) -> bool {
    [GB18030, BIG5, SHIFT_JIS, EUC_JP, EUC_KR].contains(&encoding)
}

/// Share of the wide characters that are familiar, less what is strange; below zero if the bytes do not fit at all.
fn plausibility(encoding: &'static Encoding, text: &[u8]) -> f64 {
    let (decoded, _) = encoding.decode_without_bom_handling(text);
    let familiar = familiar(encoding);
    let japanese = encoding == SHIFT_JIS || encoding == EUC_JP;
    let (mut wide, mut known, mut strange, mut broken) = (0usize, 0f64, 0usize, 0usize);
    for c in decoded.chars().filter(|c| !c.is_ascii()).take(4000) {
        wide += 1;
        match c {
            '\u{fffd}' => broken += 1,
            // Kana carry Japanese sentences; in Chinese and Korean bytes read wrongly they come up by chance.
            '\u{3041}'..='\u{30ff}' => known += if japanese { 1.0 } else { 0.0 },
            // Half-width katakana are what GBK and EUC bytes look like in Shift-JIS; private use, in GB18030 and Big5.
            '\u{ff61}'..='\u{ff9f}' | '\u{e000}'..='\u{f8ff}' | '\u{80}'..='\u{9f}' => strange += 1,
            '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff5e}' => known += 0.5,
            // Hangul outside the list is still Hangul: two thousand syllables share the place of Chinese characters.
            '\u{ac00}'..='\u{d7a3}' => known += if familiar.contains(c) { 1.0 } else { 0.15 },
            c => known += if familiar.contains(c) { 1.0 } else { 0.0 },
        }
    }
    if wide == 0 {
        return 0.0;
    }
    if broken * 50 > wide + 49 {
        return -1.0;
    }
    (known - strange as f64 - 5.0 * broken as f64) / wide as f64
}

/// The bytes less `;B[xx]` and `;W[xx]`, which tell nothing about language.
fn without_moves(sample: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(sample.len() / 2);
    let mut at = 0;
    while at < sample.len() {
        if let [b';', b'B' | b'W', b'[', rest @ ..] = &sample[at..]
            && let Some(length) = rest.iter().take(3).position(|&byte| byte == b']')
            && rest[..length].iter().all(u8::is_ascii_alphabetic)
        {
            at += 4 + length;
            continue;
        }
        out.push(sample[at]);
        at += 1;
    }
    out
}
