// The first minute: an empty board, one click, an answer; an opened game; an example; the end of a game.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, mode, moveNumber, open, paste, point, shot, startServer } from './harness.mjs';

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

const stonesAre = (page, n, patience = 60_000) => page.waitForFunction((k) => document.querySelectorAll('#main-board .stones circle').length === k, n, { timeout: patience });

test('the first click on the board starts the game, and the program answers; a reload changes nothing', { timeout: 120_000 }, async () => {
  const page = await open(browser, server.url);
  await page.locator('#first-minute').waitFor();
  await point(page, 'Q16').click();
  await stonesAre(page, 2);
  assert.equal(await moveNumber(page), 2);
  assert.equal(await page.locator('#first-minute').count(), 0);
  await page.waitForTimeout(1000);
  await page.reload();
  await page.waitForSelector('[data-ready]');
  await stonesAre(page, 2);
  // the match goes on: the next stone is answered, too
  await page.locator('.panel').getByRole('button', { name: 'Resign' }).waitFor();
  await point(page, await page.evaluate(() => ['D4', 'D16', 'Q4', 'K10'].find((p) => /empty/.test(document.querySelector(`#main-board [data-point="${p}"]`).getAttribute('aria-label'))))).click();
  await stonesAre(page, 4);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a reload while the machine thinks: it answers afterwards', { timeout: 120_000 }, async () => {
  const page = await open(browser, server.url);
  await page.locator('#new-game').getByLabel('White', { exact: true }).selectOption('puct-800');
  await point(page, 'Q16').click();
  await stonesAre(page, 1);
  await page.reload();
  await page.waitForSelector('[data-ready]');
  await stonesAre(page, 2);
  await page.context().close();
});

test('three prepared examples open where they have something to say', { timeout: 120_000 }, async () => {
  for (const [name, look] of [['famous', '#answer .brief'], ['problem', '#answer'], ['kyu', '#review']]) {
    const page = await open(browser, server.url);
    await page.locator(`[data-example=${name}]`).click();
    await page.locator(look).waitFor({ timeout: 60_000 });
    await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length > 0 || document.querySelector('#review'), null, { timeout: 30_000 });
    if (name === 'problem') {
      assert.match(await page.locator('#answer').textContent(), /Seven stones/);
      await point(page, 'F2').click();
      await page.locator('#stone-answer .answer-text').waitFor({ timeout: 30_000 });
    }
    if (name === 'kyu') {
      // the first comments come while the rest is still being judged
      await page.locator('#findings tbody tr').first().waitFor({ timeout: 100_000 });
      await page.locator('#review').getByRole('button', { name: 'Stop' }).click().catch(() => {});
    }
    await shot(page, `example-${name}`);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  }
});

test('a hint names three moves without saying which is best, only when asked', { timeout: 60_000 }, async () => {
  const page = await open(browser, server.url);
  await page.locator('#new-game').getByLabel('Board size').selectOption('9');
  await page.locator('#new-game').getByLabel('White', { exact: true }).selectOption('random');
  await point(page, 'E5').click();
  await stonesAre(page, 2);
  assert.equal(await page.evaluate(() => document.querySelectorAll('#main-board .shapes > *').length), 0, 'nothing is hinted before');
  await page.locator('#answer [data-ask=hint]').click();
  await page.waitForFunction(() => document.querySelectorAll('#main-board .shapes circle').length === 3, null, { timeout: 30_000 });
  assert.equal((await page.locator('#hint .answer-text .point').count()), 3);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a finished game is reviewed by one click', { timeout: 120_000 }, async () => {
  const page = await open(browser, server.url);
  await page.locator('#new-game').getByLabel('Board size').selectOption('9');
  await page.locator('#new-game').getByLabel('White', { exact: true }).selectOption('random');
  await point(page, 'E5').click();
  await stonesAre(page, 2);
  await page.locator('.panel').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.notice').getByRole('button', { name: 'Resign' }).click();
  await page.locator('#answer [data-ask=review]').click();
  await page.locator('#findings').waitFor({ timeout: 90_000 });
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a record opened while reviewing is reviewed at once', { timeout: 120_000 }, async () => {
  const page = await open(browser, server.url);
  await mode(page, 'review');
  await paste(page, '(;SZ[9]KM[7]PB[Kuro]PW[Shiro];B[ee];W[cc];B[gc];W[aa];B[cg];W[ai])');
  await page.locator('#findings').waitFor({ timeout: 90_000 });
  await page.context().close();
});
