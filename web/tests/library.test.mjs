// The library: games and reviews kept by the server, found by player, tag and position.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, mode, notice, open, paste, point, shot, startServer } from './harness.mjs';

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

const games = () => readdirSync(join(server.data, 'games'));
const rows = (page) => page.locator('#kept-games tbody tr');

test('a game is kept by hand, found by its player, tagged, opened and removed', async () => {
  mkdirSync(join(server.data, 'games'), { recursive: true });
  // the same opening in three positions of the board, and another one
  for (const [name, sgf] of [['a', '(;SZ[9]PB[Aki]PW[Ben]DT[2026-03-01]RE[B+2];B[cc];W[gg];B[gc])'], ['b', '(;SZ[9]PB[Cho]PW[Aki]RE[W+R];B[gc];W[cg];B[cc])'], ['c', '(;SZ[9]PB[Dai]PW[Eri];B[gg];W[cc];B[ee])'], ['d', '(;SZ[9]PB[Fuji]PW[Go];B[ee];W[cc])']]) {
    writeFileSync(join(server.data, 'games', `${name}.sgf`), sgf);
  }
  writeFileSync(join(server.data, 'games/no-record.sgf'), 'nothing to read');
  const page = await open(browser, server.url);
  await paste(page, '(;SZ[9]PB[Hana]PW[Iko];B[cg];W[gc])');
  await page.waitForFunction(() => document.querySelector('.player .who').textContent.includes('Hana'));
  await mode(page, 'library');
  await rows(page).nth(3).waitFor();
  await page.getByRole('button', { name: 'Keep in the library' }).last().click();
  await notice(page, /Hana – Iko.*in the library/);
  await rows(page).nth(4).waitFor();
  assert.ok(games().some((f) => f.includes('Hana')), games().join());
  await page.getByLabel('Player, date, result, tag').fill('aki');
  await page.waitForFunction(() => document.querySelectorAll('#kept-games tbody tr').length === 2);
  await page.getByLabel('Tags of Aki – Ben').fill('joseki');
  await page.getByLabel('Tags of Aki – Ben').press('Enter');
  await page.getByLabel('Player, date, result, tag').fill('joseki');
  await page.waitForFunction(() => document.querySelectorAll('#kept-games tbody tr').length === 1);
  assert.match(readFileSync(join(server.data, 'games/a.sgf'), 'utf8'), /TG\[joseki\]/);
  await page.getByLabel('Player, date, result, tag').fill('');
  // the position after two moves, however it lies on the board, and what was played next
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'To the end' }).click();
  await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length === 2);
  await page.getByRole('button', { name: 'This position' }).click();
  await page.getByText('4 games of the library reach this position.').waitFor();
  const next = await page.locator('#played-next tbody tr').allTextContents();
  assert.equal(next.length, 2, next.join(' | '));
  assert.match(next.join(' '), /E51–/, 'the centre once, without a result');
  await shot(page, 'library');
  await page.getByRole('button', { name: 'This position' }).click();
  await page.getByRole('button', { name: 'Remove Fuji – Go' }).click();
  await page.locator('.notice').getByRole('button', { name: 'Remove' }).click();
  await page.waitForFunction(() => document.querySelectorAll('#kept-games tbody tr').length === 4);
  assert.ok(!games().includes('d.sgf'));
  await page.getByRole('button', { name: 'Cho – Aki', exact: true }).click();
  await page.waitForFunction(() => document.querySelector('.player .who').textContent.includes('Cho'));
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('finished games and reviewed ones come into the library by themselves', { timeout: 120_000 }, async () => {
  const page = await open(browser, server.url);
  await page.locator('#new-game').getByLabel('Board size').selectOption('9');
  await page.locator('#new-game').getByLabel('White', { exact: true }).selectOption('random');
  await point(page, 'E5').click();
  await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length === 2);
  const before = games().length;
  await page.locator('.panel').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.notice').getByRole('button', { name: 'Resign' }).click();
  for (let i = 0; i < 100 && games().length === before; i++) await page.waitForTimeout(50);
  assert.equal(games().length, before + 1, 'the finished game');
  await mode(page, 'review');
  await paste(page, '(;SZ[9]KM[7]PB[Jun]PW[Ken];B[ee];W[cc];B[gc];W[aa];B[cg];W[ai])');
  await page.locator('#findings').waitFor({ timeout: 90_000 });
  await page.waitForFunction(() => !document.querySelector('#review progress'), null, { timeout: 90_000 });
  await mode(page, 'library');
  await rows(page).filter({ hasText: 'Jun – Ken' }).getByText('reviewed').waitFor({ timeout: 20_000 });
  assert.deepEqual(page.errors, []);
  await page.context().close();
});
