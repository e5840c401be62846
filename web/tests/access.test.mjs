// For everybody: axe in both languages and both themes, a phone, every term explained and illustrated.
import AxeBuilder from '@axe-core/playwright';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { GAME, launch, mode, open, paste, point, shot, startServer } from './harness.mjs';

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

const MODES = ['play', 'analyse', 'edit', 'review', 'help'];

/** Opens everything that can be opened, and waits for its answers. */
async function openAll(page, m) {
  await mode(page, m);
  if (m === 'analyse') {
    await page.locator('#candidates tbody tr').first().waitFor({ timeout: 30_000 });
    await point(page, 'P3').click();
    await page.locator('#inspector dl').first().waitFor();
  }
  await page.evaluate(() => document.querySelectorAll('.panel details').forEach((d) => (d.open = true)));
  if (m === 'analyse') {
    await page.locator('#pon tbody tr').first().waitFor({ timeout: 30_000 });
    await page.locator('#predicted li').first().waitFor({ timeout: 30_000 });
    await page.locator('#endgame [data-ask=endgame]').waitFor({ timeout: 30_000 });
    await page.locator('#race [data-ask=eyes]').click();
    await page.locator('#eyes-answer').waitFor({ timeout: 30_000 });
    await page.locator('#cgt form button').click();
    await page.locator('#cgt svg').waitFor();
    await page.locator('#reading [data-goal=ladder]').click();
    await page.locator('#reading .read-answer').waitFor({ timeout: 30_000 });
    for (const overlay of ['groups', 'territory', 'threats', 'dame']) await page.locator(`[data-overlay=${overlay}]`).click();
  }
  await page.waitForTimeout(250);
}

// each language and each theme once; the full product would show nothing new
for (const [theme, locale] of [['light', 'en-US'], ['dark', 'ja-JP'], ['dark', 'en-US']]) {
  test(`axe finds nothing in any mode (${theme}, ${locale})`, { timeout: 400_000 }, async () => {
    const page = await open(browser, server.url, { colorScheme: theme, locale });
    await paste(page, GAME);
    await page.waitForTimeout(200);
    await page.keyboard.press('End');
    for (const m of MODES) {
      // the longest pages are opened whole once in each theme
      if (theme === 'light' || locale === 'ja-JP') await openAll(page, m);
      else {
        await mode(page, m);
        await page.waitForTimeout(300);
      }
      const axe = new AxeBuilder({ page });
      // the board is the same everywhere: once is enough
      const found = await (m === 'play' ? axe : axe.exclude('#main-board')).analyze();
      await shot(page, `mode-${m}-${theme}${locale === 'ja-JP' ? '-ja' : ''}`);
      assert.deepEqual(found.violations.map((v) => `${m}: ${v.id} ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ')}`), []);
    }
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
}

test('every term links to a page, illustrated, in both languages', { timeout: 120_000 }, async () => {
  const pages = await (await fetch(`${server.url}help.json`)).json();
  const page = await open(browser, server.url);
  await paste(page, GAME);
  await page.waitForTimeout(200);
  await page.keyboard.press('End');
  const used = new Map();
  const bare = [];
  for (const m of MODES.slice(0, 4)) {
    await openAll(page, m);
    const found = await page.evaluate(() => {
      const links = [...document.querySelectorAll('.panel-side [data-help], .legend [data-help]')].map((e) => [e.dataset.help, e.textContent.trim()]);
      // names of things: heads of columns and rows, attributes, sections, overlays in the legend
      const named = [...document.querySelectorAll('.panel dt, .panel thead th, .legend b, .panel .section > summary h2, .graph .key')];
      const alone = named.filter((e) => {
        if (e.querySelector('[data-help]') || e.closest('[data-help]')) return false;
        if (e.tagName === 'H2') return !e.closest('.section').querySelector(':scope > .section-tools [data-help]');
        return !/^(#|Black|White|黒|白|Part|項目|Intentions ↕|)$/.test(e.textContent.trim());
      });
      return { links, alone: alone.map((e) => `${e.tagName} ${e.textContent.trim()}`) };
    });
    found.links.forEach(([name, text]) => used.set(name, [...(used.get(name) ?? []), text]));
    bare.push(...found.alone.map((x) => `${m}: ${x}`));
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
  await page.locator('#inspector dt .term').first().click();
  await page.locator('.help-body svg').first().waitFor();
  await shot(page, 'help');
  await page.getByRole('button', { name: 'Back to the board' }).click();
  await page.locator('#judgement').waitFor();
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a narrow window: every mode without sideways scrolling, axe clean', { timeout: 120_000 }, async () => {
  const page = await open(browser, server.url, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  await paste(page, GAME);
  await page.waitForTimeout(200);
  await page.keyboard.press('End');
  for (const m of MODES) {
    await openAll(page, m);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${m}: ${wide}`);
    const found = await new AxeBuilder({ page }).exclude('#main-board').analyze();
    assert.deepEqual(found.violations.map((v) => `${m}: ${v.id} ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ')}`), []);
    await page.evaluate(() => document.querySelectorAll('.panel details.section').forEach((d, i) => i > 3 && (d.open = false)));
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
  await page.waitForSelector('.legend');
  await page.keyboard.press('i');
  await page.locator('#ignored').waitFor({ timeout: 30_000 });
  // the stone in question chosen on the board by keys, then read
  await reach('#main-board');
  await page.keyboard.press('Escape');
  await reach('[data-overlay=strings]');
  await page.keyboard.press('Space');
  assert.equal(await page.locator('[data-overlay=strings]').getAttribute('aria-pressed'), 'true');
  await reach('#judgement > summary', 120);
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('#judgement').evaluate((d) => d.open), false);
  await page.keyboard.press('Enter');
  // a reason reached by Tab shows its evidence, as resting on it does
  await reach('.reasons li', 200);
  assert.ok((await page.evaluate(() => document.querySelectorAll('#main-board .shapes > *').length)) > 0);
  await shot(page, 'keyboard-analysis');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});
