// Playing: a whole 9×9 game against the machine to the count, clocks, touch, keyboard only.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, mode, moveNumber, notice, open, paste, point, section, shot, startServer, stones } from './harness.mjs';

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

const field = (page, label) => page.locator('#new-game').getByLabel(label, { exact: true });

async function startGame(page, settings) {
  await section(page, 'new-game');
  for (const [label, value] of Object.entries(settings)) {
    const control = field(page, label);
    if ((await control.evaluate((e) => e.tagName)) === 'SELECT') await control.selectOption(value);
    else await control.fill(String(value));
  }
  await page.locator('#new-game').getByRole('button', { name: 'Start', exact: true }).click();
}

test('a whole 9×9 game against the machine, to the count', { timeout: 240_000 }, async () => {
  const page = await open(browser, server.url);
  await startGame(page, { 'Board size': '9', White: 'random', Komi: 7 });
  // Black fills the board from a fixed order and passes when nothing is left to play
  const order = [...Array(81).keys()].map((i) => 'ABCDEFGHJ'[(i * 7) % 9] + (1 + (Math.floor((i * 7) / 9) % 9)));
  const over = () => page.getByText('Click stones that are dead').count();
  const pass = page.getByRole('button', { name: /^pass/ });
  for (let turn = 0; turn < 160 && !(await over()); turn++) {
    // our turn, or the end
    await page.waitForFunction(() => {
      const button = [...document.querySelectorAll('.panel button')].find((b) => b.textContent.startsWith('pass'));
      return (button && !button.disabled) || document.body.textContent.includes('Click stones that are dead');
    }, null, { timeout: 60_000 });
    if (await over()) break;
    const before = await moveNumber(page);
    const target = turn < 25 && (await page.evaluate((names) => names.find((n) => /^\w+, empty$/.test(document.querySelector(`#main-board [data-point="${n}"]`).getAttribute('aria-label'))), order));
    if (target) await point(page, target).click();
    else await pass.click();
    await page.waitForFunction((n) => Number(document.querySelector('.move-number b').textContent) > n || document.querySelector('.notice.error'), before, { timeout: 30_000 });
    for (const close of await page.locator('.notice.error .close').all()) await close.click();
  }
  await page.getByText('Click stones that are dead').waitFor({ timeout: 60_000 });
  assert.ok((await stones(page)) > 10);
  await shot(page, 'counting');
  const first = await page.locator('tr.sum td').first().textContent();
  assert.match(first, /^[BW]\+[\d.]+$/);
  // a click changes the fate of a string
  const dead = () => page.evaluate(() => document.querySelectorAll('#main-board .stones .dead').length);
  const marked = await dead();
  const target = await page.evaluate(() => [...document.querySelectorAll('#main-board [data-point]')].find((c) => /Black|White/.test(c.getAttribute('aria-label')))?.dataset.point);
  await point(page, target).click();
  await page.waitForFunction((old) => document.querySelectorAll('#main-board .stones .dead').length !== old, marked);
  await page.getByRole('button', { name: 'Accept result' }).click();
  await page.waitForSelector('.result');
  assert.match(await page.locator('.result').textContent(), /wins by/);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('why the machine played its move', async () => {
  const page = await open(browser, server.url);
  await startGame(page, { 'Board size': '9', White: 'knowledge' });
  await point(page, 'E5').click();
  await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length === 2, null, { timeout: 30_000 });
  await page.getByRole('button', { name: 'Explain this move' }).click();
  await page.locator('#why [data-ask=more]').click({ timeout: 30_000 });
  await page.locator('#why .reasons li').first().waitFor({ timeout: 30_000 });
  const text = await page.locator('#why').textContent();
  assert.match(text, /[+−]\d/, 'reasons carry points');
  await page.locator('#why .reasons li').first().hover();
  await shot(page, 'why');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('handicap, clock with byo-yomi, undo and resignation', async () => {
  const page = await open(browser, server.url);
  await page.getByText('Clock', { exact: true }).click();
  await startGame(page, { Handicap: '4', White: 'human', 'Main time (min)': 1, 'Seconds each': 30 });
  await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length === 4);
  assert.match(await page.locator('.player.turn').textContent(), /Human|White/);
  await page.waitForFunction(() => [...document.querySelectorAll('.clock')].some((c) => c.textContent.startsWith('0:5')));
  await point(page, 'C3').click();
  await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length === 5);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length === 4);
  await page.locator('.panel').getByRole('button', { name: 'Resign' }).click();
  assert.equal(await page.locator('.result').count(), 0, 'it asks first');
  await page.locator('.notice').getByRole('button', { name: 'Resign' }).click();
  assert.match(await page.locator('.result').textContent(), /by resignation/);
  await page.context().close();
});

test('byo-yomi: a move gives the period back, the last period lost loses the game', async () => {
  const page = await open(browser, server.url);
  await page.getByText('Clock', { exact: true }).click();
  await startGame(page, { 'Board size': '9', White: 'human', 'Main time (min)': 0, 'Byo-yomi periods': 2, 'Seconds each': 2 });
  const clock = (n) => page.locator('.clock').nth(n);
  await page.waitForFunction(() => document.querySelectorAll('.clock').length === 2);
  await page.waitForFunction(() => document.querySelector('.clock').textContent.startsWith('0:01'));
  await point(page, 'E5').click();
  await page.waitForFunction(() => document.querySelector('.clock').textContent.startsWith('0:02 ×2'));
  // White thinks too long: one period goes, then the game
  await page.waitForFunction(() => /×1/.test(document.querySelectorAll('.clock')[1].textContent), null, { timeout: 10_000 });
  await page.waitForSelector('.result', { timeout: 10_000 });
  assert.match(await page.locator('.result').textContent(), /Black wins on time/);
  assert.match(await clock(1).textContent(), /0:00/);
  await shot(page, 'clock');
  await page.context().close();
});

test('engine against engine', async () => {
  const page = await open(browser, server.url);
  await startGame(page, { 'Board size': '9', Black: 'random', White: 'random' });
  await page.waitForFunction(() => Number(document.querySelector('.move-number b').textContent) > 20, null, { timeout: 60_000 });
  await page.getByRole('button', { name: 'Pause' }).click();
  const n = await moveNumber(page);
  await page.waitForTimeout(500);
  assert.ok((await moveNumber(page)) - n <= 1, 'paused');
  // stepping back while it is paused, then on again
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.waitForFunction((k) => Number(document.querySelector('.move-number b').textContent) > k, n + 1, { timeout: 30_000 });
  await page.context().close();
});

test('two people at one board, the machine following; Japanese rules, komi, dead stones marked', async () => {
  const page = await open(browser, server.url);
  await startGame(page, { 'Board size': '9', White: 'human', Rules: 'japanese', Komi: 6.5 });
  for (const p of ['E5', 'C3', 'G7']) {
    await point(page, p).click();
    await page.waitForFunction((name) => /Black|White/.test(document.querySelector(`#main-board [data-point="${name}"]`).getAttribute('aria-label')), p);
  }
  // modes are switched in the middle of the game, which goes on
  await mode(page, 'analyse');
  await page.locator('.figure output[data-score]').waitFor({ timeout: 20_000 });
  await mode(page, 'play');
  for (let i = 0; i < 2; i++) {
    await page.keyboard.press('p');
    await page.waitForFunction((n) => document.querySelector('.move-number b').textContent === String(n), 4 + i);
  }
  await page.getByText('Click stones that are dead').waitFor();
  assert.match(await page.locator('#answer').textContent(), /with komi 6.5/);
  const result = () => page.locator('tr.sum td').first().textContent();
  const before = await result();
  // White's stone was guessed one way: a click turns it over, and the result follows
  await point(page, 'C3').click();
  await page.waitForFunction((old) => document.querySelector('tr.sum td').textContent !== old, before);
  await point(page, 'C3').click();
  await page.waitForFunction((old) => document.querySelector('tr.sum td').textContent === old, before);
  await page.getByRole('button', { name: 'Resume play' }).click();
  await point(page, 'G3').click();
  await page.waitForFunction(() => /White|Black/.test(document.querySelector('#main-board [data-point="G3"]').getAttribute('aria-label')));
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('an external engine named at the start plays; one that dies is named and the game goes on', { timeout: 60_000 }, async () => {
  const own = await startServer({ extra: ['--engine', `ours=${server.binary} gtp --engine random`, '--engine', 'dead=sh -c "exit 3"'], config: '[engines]\nscript = "sh -c \'exit 4\'"\n' });
  const page = await open(browser, own.url);
  const levels = await field(page, 'White').locator('option').allTextContents();
  for (const name of ['ours', 'dead', 'script']) assert.ok(levels.includes(name), levels.join());
  await startGame(page, { 'Board size': '9', White: 'external:ours' });
  await point(page, 'E5').click();
  await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length === 2, null, { timeout: 30_000 });
  // its move can be explained like any other
  await page.getByRole('button', { name: 'Explain this move' }).click();
  await page.locator('#why .answer-text').waitFor({ timeout: 30_000 });
  await startGame(page, { 'Board size': '9', White: 'external:dead' });
  await point(page, 'E5').click();
  await notice(page, /dead.*ended/);
  assert.equal(await stones(page), 1, 'nothing is lost');
  assert.equal(await page.getByRole('button', { name: 'Pause' }).getAttribute('aria-pressed'), 'true');
  await shot(page, 'engine-crash');
  // somebody else takes over
  await point(page, 'C3').click();
  await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length === 2);
  assert.deepEqual(page.errors, []);
  await page.context().close();
  await own.stop();
  own.clean();
});

test('every kind of player answers, and says why at every move', { timeout: 120_000 }, async () => {
  const page = await open(browser, server.url);
  // the page knows two players by itself and learns of the others from the server
  await field(page, 'White').locator('option').nth(5).waitFor({ state: 'attached' });
  const levels = await field(page, 'White').locator('option').evaluateAll((o) => o.map((x) => x.value));
  for (const level of levels.filter((l) => l !== 'human' && !/5000|800/.test(l))) {
    await startGame(page, { 'Board size': '9', White: level });
    for (const p of ['E5', 'C3', 'G7', 'C7']) {
      const empty = /empty/.test(await point(page, p).getAttribute('aria-label'));
      if (!empty) continue;
      await point(page, p).click();
      await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length === 2, null, { timeout: 60_000 });
      break;
    }
    await page.getByRole('button', { name: 'Explain this move' }).click();
    await page.locator('#why .answer-text').waitFor({ timeout: 30_000 });
    assert.ok((await page.locator('#why .answer-text').textContent()).length > 10);
  }
  // also at the human's own move, and after coming back to it
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Explain this move' }).click();
  await page.locator('#why').getByText(/Why [A-J]\d\?/).waitFor();
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('illegal points say why', async () => {
  const page = await open(browser, server.url);
  await paste(page, '(;SZ[9]AB[ab][ba]AW[ee]PL[W])');
  await page.waitForFunction(() => /suicide/.test(document.querySelector('#main-board [data-point="A9"]')?.getAttribute('aria-label') ?? ''));
  await point(page, 'A9').click();
  await page.waitForFunction(() => [...document.querySelectorAll('.notice')].some((n) => /suicide/.test(n.textContent)));
  await page.context().close();
});

test('keyboard only', async () => {
  const page = await open(browser, server.url);
  await paste(page, '(;SZ[9];B[ee])');
  await page.waitForFunction(() => document.querySelector('.move-number span').textContent === '/1');
  await page.keyboard.press('End');
  // type a point
  await page.keyboard.type('/c3');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.move-number b').textContent === '2');
  // walk on the board itself
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement.id === 'main-board')) break;
  }
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main-board', 'the board can be reached with Tab');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.move-number b').textContent === '3');
  await page.waitForFunction(() => /Black/.test(document.querySelector('#main-board [data-point="E6"]').getAttribute('aria-label')));
  await shot(page, 'keyboard');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keys' }).waitFor();
  await shot(page, 'keys');
  await page.keyboard.press('Escape');
  await page.context().close();
});

test('a phone: first tap shows the stone, the second puts it', async () => {
  const page = await open(browser, server.url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await paste(page, '(;SZ[19];B[pd];W[dp])');
  await page.waitForFunction(() => document.querySelector('.move-number span').textContent === '/2');
  await page.getByRole('button', { name: 'To the end' }).tap();
  await point(page, 'D16').tap();
  await page.waitForSelector('#main-board .tapped');
  assert.equal(await moveNumber(page), 2);
  await point(page, 'E16').tap();
  assert.equal(await moveNumber(page), 2, 'tapping elsewhere moves the ghost');
  await point(page, 'E16').tap();
  await page.waitForFunction(() => document.querySelector('.move-number b').textContent === '3');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `no sideways scrolling (${wide})`);
  await shot(page, 'phone-play', { fullPage: true });
  await page.context().close();
});
