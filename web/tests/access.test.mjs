// For everybody: axe in both languages and both themes, a phone, every term explained and illustrated.
import AxeBuilder from '@axe-core/playwright';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { GAME, launch, mode, open, paste, point, shot, startServer, tab } from './harness.mjs';

let server, browser;
before(async () => {
  server = await startServer();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.stop();
  server.clean();
});

const MODES = ['play', 'analyse', 'edit', 'review', 'library', 'help'];

/** The tabs of a mode, one after the other; `see` looks at each when its answers are there. */
async function eachTab(page, m, see) {
  await mode(page, m);
  if (m === 'analyse') {
    await page.locator('#answer .brief').waitFor({ timeout: 30_000 });
    await point(page, 'P3').click();
    await page.locator('#stone-answer').waitFor();
    await see('stone');
    await page.locator('#stone-answer [data-goal=ladder]').click();
    await page.locator('#reading-answer .answer-text').waitFor({ timeout: 30_000 });
  }
  const tabs = await page.evaluate(() => [...document.querySelectorAll('[role=tab][data-place="0"]')].map((b) => b.dataset.tab).concat([...(document.querySelector('.tab-more')?.options ?? [])].map((o) => o.value).filter(Boolean)));
  for (const id of tabs.length ? tabs : ['help']) {
    if (tabs.length) await tab(page, id);
    const wait = { moves: '#candidates tbody tr', groups: '#groups tbody tr', judgement: '#judgement tbody tr', stone: '#inspector dl', pon: '#pon tbody tr', predicted: '#predicted li', endgame: '#endgame [data-ask=endgame]', help: '.help-body svg' }[id];
    if (wait) await page.locator(wait).first().waitFor({ timeout: 30_000 });
    if (id === 'race') {
      await page.locator('#race [data-ask=eyes]').click();
      await page.locator('#eyes-answer').waitFor({ timeout: 30_000 });
    }
    if (id === 'cgt') {
      await page.locator('#cgt form button').click();
      await page.locator('#cgt svg').waitFor();
    }
    if (id === 'layers') for (const overlay of ['groups', 'territory', 'threats', 'dame']) await page.locator(`[data-overlay=${overlay}]`).click();
    await page.evaluate(() => document.querySelectorAll('.panel details').forEach((d) => (d.open = true)));
    await page.waitForTimeout(120);
    await see(id);
  }
}

// each language and each theme once; the full product would show nothing new
for (const [theme, locale] of [['light', 'en-US'], ['dark', 'ja-JP']]) {
  test(`axe finds nothing in any mode (${theme}, ${locale})`, { timeout: 400_000 }, async () => {
    const page = await open(browser, server.url, { colorScheme: theme, locale });
    await paste(page, GAME);
    await page.waitForTimeout(200);
    await page.keyboard.press('End');
    for (const m of MODES) {
      // the board is the same everywhere: once is enough
      const check = async (where) => {
        const axe = new AxeBuilder({ page });
        const found = await (where === 'game' || where === 'start' ? axe : axe.include('.panel-side')).analyze();
        assert.deepEqual(found.violations.map((v) => `${m} ${where}: ${v.id} ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ')}`), []);
      };
      // every tab once in each theme
      if (theme === 'light' || locale === 'ja-JP') await eachTab(page, m, check);
      else {
        await mode(page, m);
        await page.waitForTimeout(300);
        await check('start');
      }
      await shot(page, `mode-${m}-${theme}${locale === 'ja-JP' ? '-ja' : ''}`);
    }
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
}

test('every term links to a page, illustrated, in both languages', { timeout: 120_000 }, async () => {
  const pages = {};
  for (const lang of ['en', 'ja']) for (const [name, text] of Object.entries(await (await fetch(`${server.url}help.${lang}.json`)).json())) (pages[name] ??= {})[lang] = text;
  const page = await open(browser, server.url);
  await paste(page, GAME);
  await page.waitForTimeout(200);
  await page.keyboard.press('End');
  const used = new Map();
  const bare = [];
  for (const m of MODES.slice(0, 5)) {
    await eachTab(page, m, async () => {
      const found = await page.evaluate(() => {
        const links = [...document.querySelectorAll('.panel-side [data-help]')].map((e) => [e.dataset.help, e.textContent.trim()]);
        // names of things: heads of columns and rows, attributes, sections, overlays in the legend
        const named = [...document.querySelectorAll('.panel dt, .panel thead th, .legend b, .panel .section h2, .graph .key')];
        const alone = named.filter((e) => {
          if (e.querySelector('[data-help]') || e.closest('[data-help]')) return false;
          if (e.tagName === 'H2') return !e.closest('.section').querySelector(':scope > .section-tools [data-help]');
          return !/^(#|Black|White|黒|白|Part|項目|Intentions ↕|)$/.test(e.textContent.trim());
        });
        return { links, alone: alone.map((e) => `${e.tagName} ${e.textContent.trim()}`) };
      });
      found.links.forEach(([name, text]) => used.set(name, [...(used.get(name) ?? []), text]));
      bare.push(...found.alone.map((x) => `${m}: ${x}`));
    });
  }
  assert.deepEqual(bare, [], 'names without a page');
  assert.ok(used.size >= 20, [...used.keys()].join());
  for (const [name, texts] of used) {
    for (const lang of ['en', 'ja']) {
      const p = pages[name]?.[lang];
      assert.ok(p, `${name} (${texts[0]}) has no page in ${lang}`);
      assert.match(p.html, /<svg/, `${name}.${lang} has no picture`);
    }
  }
  // all pages are illustrated, also those nothing links to yet; their links lead somewhere
  for (const [name, langs] of Object.entries(pages)) {
    for (const lang of ['en', 'ja']) {
      assert.match(langs[lang]?.html ?? '', /<svg/, `${name}.${lang}`);
      assert.match(langs[lang].html, /Source|Go Generation|paper|et al|19\d\d|20\d\d|出典|論文|碁世代/, `${name}.${lang} says where it comes from`);
      for (const [, target] of langs[lang].html.matchAll(/href="#help\/([^"]+)"/g)) assert.ok(pages[target], `${name}.${lang} links to ${target}`);
    }
  }
  // and a click on a term opens it
  await mode(page, 'analyse');
  await tab(page, 'stone');
  await page.locator('#inspector dt .term').first().click();
  await page.locator('.help-body svg').first().waitFor();
  await shot(page, 'help');
  await page.getByRole('button', { name: 'Back to the board' }).click();
  await page.locator('#inspector').waitFor();
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a narrow window: every mode without sideways scrolling, axe clean', { timeout: 120_000 }, async () => {
  const page = await open(browser, server.url, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  await paste(page, GAME);
  await page.waitForTimeout(200);
  await page.keyboard.press('End');
  for (const m of MODES) {
    await eachTab(page, m, async (where) => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${m} ${where}: ${wide}`);
    });
    const found = await new AxeBuilder({ page }).exclude('#main-board').analyze();
    assert.deepEqual(found.violations.map((v) => `${m}: ${v.id} ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ')}`), []);
    assert.equal(await page.locator('kbd:visible').count(), 0, 'no hints about keys on a phone');
    await shot(page, `phone-${m}`, { fullPage: true });
  }
  await page.context().close();
});

test('keyboard only: from the mode to the answer without a pointer', async () => {
  const page = await open(browser, server.url);
  await paste(page, GAME);
  await page.waitForTimeout(200);
  await page.keyboard.press('End');
  const reach = async (selector, most = 80) => {
    for (let i = 0; i < most; i++) {
      if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`${selector} cannot be reached with Tab`);
  };
  await reach('nav.modes button:nth-child(2)');
  await page.keyboard.press('Enter');
  await page.locator('#candidates tbody tr').first().waitFor({ timeout: 30_000 });
  await page.keyboard.press('3');
  await page.waitForSelector('#layer-answer .legend');
  await page.keyboard.press('i');
  await page.locator('#ignored .line-show').waitFor({ timeout: 30_000 });
  // the line of the answer on the board, step by step, and back
  await reach('#ignored .line-show');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#main-board .shapes circle[class^=stone]').length >= 1);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('.line-steps output').textContent.startsWith('0/'));
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.line-steps'));
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('#ignored'));
  // another tab, and a layer in it
  await reach('[role=tab][aria-selected=true]');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.locator('[data-panel=layers]').waitFor();
  await reach('[data-overlay=strings]');
  await page.keyboard.press('Space');
  assert.equal(await page.locator('[data-overlay=strings]').getAttribute('aria-pressed'), 'true');
  // a stone chosen on the board by keys
  await reach('#main-board', 120);
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('#stone-answer').waitFor();
  // a sentence reached by Tab shows its evidence, as resting on it does
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await reach('#answer .brief [tabindex]', 200);
  assert.ok((await page.evaluate(() => document.querySelectorAll('#main-board .shapes > *').length)) > 0);
  await shot(page, 'keyboard-analysis');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});
