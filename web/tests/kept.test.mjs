// Nothing is lost: every loss that was found once has its test here, and every trap.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { GAME, launch, mode, moveNumber, notice, open, paste, point, section, shot, startServer, tab } from './harness.mjs';

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

const FAULTS = '(;SZ[9]KM[7]PB[Kuro]BR[5k]PW[Shiro]WR[3k]DT[2026-01-02]RE[B+R];B[ee];W[cc];B[gc];W[aa];B[cg];W[ai];B[gg];W[ia];B[ec];W[ii])';

async function reviewed(page, sgf = FAULTS) {
  await paste(page, sgf);
  await page.waitForFunction(() => document.querySelector('.move-number span').textContent === '/10');
  await mode(page, 'review');
  await page.waitForTimeout(400);
  if (!(await page.locator('#findings').count())) {
    await page.getByLabel('Depth').selectOption('quick');
    await page.getByRole('button', { name: 'Review this game' }).click();
  }
  await page.locator('#findings').waitFor({ timeout: 120_000 });
  await page.waitForFunction(() => !document.querySelector('#review progress'), null, { timeout: 120_000 });
}
const first = (page) => page.locator('#findings tbody tr').first();

test('a review survives a reload, another visit and the death of the server', { timeout: 240_000 }, async () => {
  const own = await startServer();
  let page = await open(browser, own.url);
  await reviewed(page);
  const rows = await page.locator('#findings tbody tr').count();
  assert.ok(rows >= 2, `${rows} moments`);
  await page.waitForTimeout(1000);
  await page.reload();
  await page.waitForSelector('[data-ready]');
  await page.locator('#findings tbody tr').nth(rows - 1).waitFor({ timeout: 10_000 });
  await page.context().close();
  await own.kill();
  const again = await startServer({ port: own.port, data: own.data });
  // another browser altogether, the record opened anew
  page = await open(browser, again.url);
  await mode(page, 'review');
  await paste(page, FAULTS);
  await page.locator('#findings tbody tr').nth(rows - 1).waitFor({ timeout: 10_000 });
  assert.equal(await page.locator('#review progress').count(), 0, 'nothing is judged again');
  await page.context().close();
  await again.stop();
  again.clean();
});

test('stopping a review keeps what was found', { timeout: 240_000 }, async () => {
  const page = await open(browser, server.url);
  await mode(page, 'analyse');
  await paste(page, readFileSync(new URL('../../examples/kyu-game.sgf', import.meta.url), 'utf8'));
  await mode(page, 'review');
  await page.waitForTimeout(300);
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('#findings').waitFor({ timeout: 200_000 });
  // the graph grows while the game is judged
  assert.ok(((await page.locator('.graph .score').getAttribute('d')) ?? '').length > 20);
  await page.locator('#review').getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 30_000 });
  await page.locator('#incomplete').waitFor();
  assert.ok((await page.locator('.graph .score').getAttribute('d')).length > 20);
  await page.waitForTimeout(800);
  await page.reload();
  await page.waitForSelector('[data-ready]');
  await page.locator('#findings').waitFor({ timeout: 10_000 });
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a moment lies on the board: the better line, the three questions, arrows and Esc', { timeout: 240_000 }, async () => {
  const page = await open(browser, server.url);
  await reviewed(page);
  const fault = page.locator('#findings tbody tr').filter({ has: page.locator('.v-text:not(.good)') }).first();
  const number = Number(await fault.getAttribute('data-moment'));
  await fault.hover();
  await page.waitForFunction(() => document.querySelectorAll('#main-board .shapes circle[class^=stone]').length >= 1);
  await fault.click();
  await page.locator('#moment .line-row.on').waitFor();
  assert.equal(await moveNumber(page), number);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await moveNumber(page), number, 'the arrows step through the line');
  const ask = page.locator('#moment [data-ask=ignored], #moment [data-ask=instead], #moment [data-ask=simple]').first();
  await ask.click();
  await page.locator('#moment-part .answer-text, #compared').first().waitFor({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.locator('#moment').waitFor();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await moveNumber(page), number - 1, 'and the record again');
  // every fault shows a better move
  for (const m of await page.locator('#findings tbody tr').filter({ has: page.locator('.v-text:not(.good)') }).all()) {
    await m.click();
    await page.locator('#moment .line-show').first().waitFor();
  }
  await shot(page, 'moment');
  await page.context().close();
});

test('undo in a reviewed game: moments open the tree that is there', { timeout: 240_000 }, async () => {
  const page = await open(browser, server.url);
  await reviewed(page);
  await page.getByRole('button', { name: 'Write into the record' }).click();
  await notice(page, /in the record/);
  await page.keyboard.press('Control+z');
  await page.waitForTimeout(200);
  await first(page).click();
  const at = Number(await first(page).getAttribute('data-moment'));
  await page.waitForFunction((n) => document.querySelector('.move-number b').textContent === String(n), at);
  assert.equal(await page.locator('.move-number span').textContent(), '/10', 'the whole record');
  await tab(page, 'record');
  assert.equal(await page.locator('.tree .node.here').count(), 1, 'the node is in the tree in view');
  await page.context().close();
});

test('what was written into the record is there after a reload, and the file has the names', { timeout: 240_000 }, async () => {
  const page = await open(browser, server.url);
  await reviewed(page);
  await page.getByRole('button', { name: 'Write into the record' }).click();
  await notice(page, /in the record/);
  await page.reload();
  await page.waitForSelector('[data-ready]');
  await page.locator('#file-menu > summary').click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save SGF', exact: true }).click()]);
  const sgf = readFileSync(await file.path(), 'utf8');
  assert.match(sgf, /(BM|DO|TE)\[/, 'marks of the review');
  assert.ok(sgf.includes('PB[Kuro]') && sgf.includes('BR[5k]'));
  await page.locator('#findings').waitFor({ timeout: 10_000 });
  for (const [button, wanted] of [['Export page', /Kuro.*Shiro/s], ['Export SGF', /PB\[Kuro\]/]]) {
    const [out] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
    assert.match(readFileSync(await out.path(), 'utf8'), wanted, button);
  }
  await page.context().close();
});

test('resuming play after counting takes back passes only', async () => {
  const page = await open(browser, server.url);
  await page.locator('#new-game').getByLabel('Board size').selectOption('9');
  await page.locator('#new-game').getByLabel('White', { exact: true }).selectOption('human');
  for (const p of ['E5', 'C3', 'G7']) {
    await point(page, p).click();
    await page.waitForFunction((name) => /Black|White/.test(document.querySelector(`#main-board [data-point="${name}"]`).getAttribute('aria-label')), p);
  }
  await page.getByRole('button', { name: 'Count', exact: true }).click();
  await page.getByRole('button', { name: 'Resume play' }).click();
  assert.equal(await moveNumber(page), 3, 'counted by hand: no move is gone');
  for (let i = 0; i < 2; i++) {
    await page.keyboard.press('p');
    await page.waitForFunction((n) => document.querySelector('.move-number b').textContent === String(n), 4 + i);
  }
  await page.getByRole('button', { name: 'Resume play' }).click();
  assert.equal(await moveNumber(page), 3);
  await page.context().close();
});

test('one notch of the wheel is one move', async () => {
  const page = await open(browser, server.url);
  await paste(page, GAME);
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('.move-number b').textContent === '27');
  const box = await page.locator('#main-board').boundingBox();
  await page.mouse.move(box.x + 200, box.y + 200);
  for (const n of [26, 25]) {
    await page.mouse.wheel(0, -120);
    await page.waitForFunction((k) => document.querySelector('.move-number b').textContent === String(k), n);
  }
  await page.context().close();
});

test('E, then 3, are two layers; a point is typed after a slash', async () => {
  const page = await open(browser, server.url);
  await paste(page, GAME);
  await page.keyboard.press('End');
  await mode(page, 'analyse');
  await page.locator('#answer .brief').waitFor({ timeout: 30_000 });
  await page.keyboard.press('e');
  await page.keyboard.press('3');
  assert.equal(await page.locator('.typed').count(), 0);
  await page.locator('#layer-answer').getByText('Groups').waitFor();
  await page.keyboard.type('/k10');
  assert.equal(await page.locator('.typed').textContent(), '/K10');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.move-number b').textContent === '28');
  await page.context().close();
});

test('a board that is too large is said to be so; one fault is called one', async () => {
  const page = await open(browser, server.url);
  await paste(page, '(;SZ[80];B[aa])');
  await notice(page, /board of 80/);
  await paste(page, '(;SZ[9];B[ee];W[cc](;B[gg])');
  await notice(page, /has a fault in line/);
  await page.context().close();
});

test('a message about one game does not stay into the next, and goes back to the record before', async () => {
  const page = await open(browser, server.url);
  for (const name of ['one', 'two', 'three']) {
    await paste(page, `(;SZ[9]PB[${name}];B[ee];W[cc])`);
    await page.waitForFunction((n) => document.querySelector('.player .who').textContent.includes(n), name);
  }
  const back = page.getByRole('button', { name: 'Back to the record' });
  assert.equal(await back.count(), 1);
  await back.click();
  await page.waitForFunction(() => document.querySelector('.player .who').textContent.includes('two'));
  assert.equal(await page.getByRole('button', { name: 'Back to the record' }).count(), 0);
  await page.context().close();
});

test('another right answer of a problem is not called wrong', async () => {
  const page = await open(browser, server.url);
  await paste(page, '(;SZ[9])');
  // two ways to take one stone in atari's shape: only one is written down
  const problem = { id: 'two-ways', size: 9, black: ['A7', 'B7', 'C7', 'D7', 'E7', 'E8', 'E9'], white: ['A8', 'B8', 'C8', 'D8', 'D9'], to_play: 'white', goal: 'live', target: 'B8', answers: ['A9'] };
  await fetch(`${server.url}api/files/problems/two.jsonl`, { method: 'PUT', body: `${JSON.stringify(problem)}\n` });
  await mode(page, 'edit');
  const list = await section(page, 'collections');
  await list.getByRole('combobox', { name: 'Collection' }).selectOption('two.jsonl');
  await list.getByRole('button', { name: 'Solve' }).last().click();
  await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length === 12);
  await point(page, 'B9').click();
  await page.locator('#quiz').getByText(/B9 works as well/).waitFor({ timeout: 20_000 });
  assert.match(await page.locator('#quiz').textContent(), /1\/1/);
  await page.context().close();
});

test('two tabs: what is done in one is not undone by the other', { timeout: 60_000 }, async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const [a, b] = [await context.newPage(), await context.newPage()];
  for (const page of [a, b]) {
    await page.goto(server.url);
    await page.waitForSelector('[data-ready]');
  }
  await paste(a, '(;SZ[9]PB[first];B[ee];W[cc])');
  await paste(b, '(;SZ[9]PB[second];B[gg];W[cg];B[cc])');
  await a.waitForTimeout(1500);
  await a.reload();
  await a.waitForSelector('[data-ready]');
  await a.waitForFunction(() => document.querySelector('.player .who').textContent.includes('first'));
  await b.reload();
  await b.waitForSelector('[data-ready]');
  await b.waitForFunction(() => document.querySelector('.player .who').textContent.includes('second'));
  await context.close();
});
