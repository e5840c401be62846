// One judge, named at one place and used everywhere: the built-in network, or an engine of the user's own.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { idle, launch, mode, notice, open, paste, section, shot, startServer, tab } from './harness.mjs';

const GAME = '(;SZ[9]KM[7]PB[A]PW[B];B[ee];W[cc];B[gc];W[aa];B[cg];W[ai])';
let server, browser;
before(async () => {
  const { binary, stop, clean } = await startServer();
  await stop();
  clean();
  // our own program stands for an engine that speaks KataGo's protocol
  server = await startServer({ extra: ['--engine', `mine=${binary} gtp --engine puct`], config: '[engines]\nbroken = "sh -c exit"\n' });
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.stop();
  server.clean();
});

test('the judge is chosen in the header, judges the review and is named by it', { timeout: 180_000 }, async () => {
  const page = await open(browser, server.url);
  assert.equal(await page.locator('#judge').inputValue(), 'puct', 'the network, not playouts');
  await page.locator('#judge').selectOption('external:mine');
  await paste(page, GAME);
  await page.waitForFunction(() => document.querySelector('.move-number span').textContent === '/6');
  await mode(page, 'review');
  await page.getByLabel('Depth').selectOption('quick');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('#findings').waitFor({ timeout: 150_000 });
  await page.waitForFunction(() => !document.querySelector('#review progress'), null, { timeout: 150_000 });
  await tab(page, 'story');
  assert.match(await page.locator('#summary').textContent(), /Judged by .*Gosedai/i);
  // the figure above the board says where it comes from
  await page.keyboard.press('End');
  await page.locator('.figure').getByText('review').waitFor();
  assert.match(await page.locator('.figure').getAttribute('title'), /Gosedai/i);
  await page.reload();
  await page.waitForSelector('[data-ready]');
  await page.waitForFunction(() => document.querySelector('#judge').value === 'external:mine');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('the live search is the judge’s, too; an engine that cannot judge is named in a sentence', { timeout: 120_000 }, async () => {
  const page = await open(browser, server.url);
  await page.locator('#judge').selectOption('external:mine');
  await paste(page, GAME);
  await page.keyboard.press('End');
  await mode(page, 'analyse');
  const panel = await section(page, 'search');
  await panel.getByRole('button', { name: 'Start' }).click();
  await panel.locator('tbody tr').first().waitFor({ timeout: 60_000 });
  assert.match(await panel.textContent(), /mine/);
  await shot(page, 'judge');
  await panel.getByRole('button', { name: 'Stop' }).click();
  await idle(server.url, 30_000);
  await page.locator('#judge').selectOption('external:broken');
  await panel.getByRole('button', { name: 'Start' }).click();
  await notice(page, /engine/);
  assert.equal(await panel.getByRole('button', { name: 'Start' }).count(), 1, 'it is off again');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});
