// Editing, problems, knowledge editors, review, help, both languages, accessibility.
import AxeBuilder from '@axe-core/playwright';
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { GAME, has, launch, mode, moveNumber, open, paste, point, section, shot, startServer } from './harness.mjs';

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

test('a position is set up, marked, undone; a problem is created, saved and graded', { timeout: 120_000 }, async () => {
  const page = await open(browser, server.url);
  await paste(page, '(;SZ[9])');
  await mode(page, 'edit');
  const editor = page.locator('#position-editor');
  const tool = (name) => editor.getByRole('button', { name, exact: true }).click();
  await tool('White stone');
  await point(page, 'E6').click();
  await tool('Black stone');
  for (const p of ['D6', 'F6', 'E7', 'D5']) await point(page, p).click();
  await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length === 5);
  await tool('Triangle');
  await point(page, 'E6').click();
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length === 5);
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length === 4);
  await page.keyboard.press('Control+Shift+z');
  await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length === 5);
  const problem = await section(page, 'problem-editor');
  await problem.locator('input[name=file]').fill('test');
  await problem.locator('input[name=id]').fill('take-one');
  await problem.getByRole('button', { name: /^Target/ }).click();
  await point(page, 'E6').click();
  await problem.getByRole('button', { name: /^Target/ }).click();
  await problem.getByRole('button', { name: /^Answers/ }).click();
  await point(page, 'E5').click();
  await shot(page, 'problem-editor');
  await problem.getByRole('button', { name: 'Save' }).click();
  await page.waitForFunction(() => [...document.querySelectorAll('.notice')].some((n) => /saved/.test(n.textContent)));
  const saved = JSON.parse(readFileSync(join(server.data, 'problems/test.jsonl'), 'utf8'));
  assert.deepEqual([saved.id, saved.goal, saved.target, saved.answers, saved.white], ['take-one', 'capture', 'E6', ['E5'], ['E6']]);
  const list = await section(page, 'collections');
  if (await has(server.url, 'grade')) {
    await list.getByRole('button', { name: 'Grade the collection' }).click();
    await page.locator('#grade-result').waitFor({ timeout: 60_000 });
    assert.match(await page.locator('#grade-result').textContent(), /1 of 1 right/);
    await list.getByRole('button', { name: 'Grade the collection' }).click();
    await page.getByText('Nothing changed since the last run.').waitFor({ timeout: 60_000 });
    await shot(page, 'graded');
  }
  // solving: the answer stays hidden until a move is made
  await list.getByRole('button', { name: 'Solve' }).last().click();
  assert.ok(!(await page.locator('#quiz').textContent()).includes('Answers'));
  await point(page, 'E5').click();
  await page.getByText(/E5 is right/).waitFor();
  await shot(page, 'solved');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('guessing the next move of a record', async () => {
  const page = await open(browser, server.url);
  await paste(page, '(;SZ[9];B[ee];W[cc];B[gg])');
  await mode(page, 'edit');
  await (await section(page, 'quiz')).getByRole('button', { name: 'Guess the next move' }).click();
  await point(page, 'A1').click();
  await page.getByText(/A1 was not played/).first().waitFor();
  assert.equal(await moveNumber(page), 0);
  await point(page, 'E5').click();
  await page.waitForFunction(() => document.querySelector('.move-number b').textContent === '1');
  await page.context().close();
});

test('a joseki is added, kept in the user’s folder, and used', { timeout: 90_000 }, async () => {
  const page = await open(browser, server.url);
  // an unusual answer, so that only the new line can propose it: 4-4, low approach, then the 2-2 point
  await paste(page, '(;SZ[19];B[pd];W[qf];B[rb])');
  await page.waitForTimeout(200);
  await page.keyboard.press('End');
  await mode(page, 'edit');
  const editor = await section(page, 'joseki-editor');
  await editor.locator('input[name=joseki-name]').fill('test line / 試しの手');
  await editor.getByLabel('Weight').fill('9000');
  await editor.getByRole('button', { name: 'Add this line' }).click();
  await page.waitForFunction(() => [...document.querySelectorAll('.notice')].some((n) => /saved/.test(n.textContent)));
  await shot(page, 'joseki-editor');
  assert.match(readFileSync(join(server.data, 'knowledge/joseki/own.sgf'), 'utf8'), /test line/);
  await page.keyboard.press('ArrowLeft');
  await mode(page, 'analyse');
  await page.locator('#candidates tbody tr').first().waitFor({ timeout: 30_000 });
  const more = page.locator('#candidates').getByRole('button', { name: /^All \d+/ });
  if (await more.count()) await more.click();
  const row = page.locator('#candidates tbody tr:not(.why-row)').filter({ has: page.getByRole('button', { name: 'S18', exact: true }) });
  await row.first().waitFor({ timeout: 10_000 });
  assert.match((await row.first().textContent()).toLowerCase(), /joseki/);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a rule is drawn, checked, matched and saved; a broken one is refused', async () => {
  const page = await open(browser, server.url);
  await paste(page, '(;SZ[9]AB[cg]AW[dg]PL[B])');
  await mode(page, 'edit');
  const editor = await section(page, 'rule-editor');
  await editor.getByRole('button', { name: 'Match on the board' }).click();
  await editor.getByText(/Sound;/).waitFor();
  await shot(page, 'rule-editor');
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.waitForFunction(() => [...document.querySelectorAll('.notice')].some((n) => /saved/.test(n.textContent)));
  assert.match(readFileSync(join(server.data, 'knowledge/cases/tesuji.toml'), 'utf8'), /my-rule/);
  // without a move the picture means nothing
  await editor.getByRole('button', { name: 'empty', exact: true }).click();
  await editor.locator('.cell.c-move').click();
  await editor.locator('input[name=rule-id]').fill('broken');
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.getByRole('alert').waitFor();
  assert.ok(!readFileSync(join(server.data, 'knowledge/cases/tesuji.toml'), 'utf8').includes('broken'));
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a potential pattern is edited, seen on the board, and taken back', async () => {
  const page = await open(browser, server.url);
  await paste(page, '(;SZ[19]AB[jj]PL[W])');
  await mode(page, 'edit');
  const editor = await section(page, 'potential-editor');
  await editor.getByLabel('Place').selectOption('centre');
  for (let i = 0; i < 3; i++) await editor.getByRole('button', { name: '×1.1' }).click();
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.waitForFunction(() => [...document.querySelectorAll('.notice')].some((n) => /saved/.test(n.textContent)));
  await page.waitForFunction(() => document.querySelectorAll('#main-board .sq-black').length > 20);
  await shot(page, 'potential-editor');
  assert.ok(existsSync(join(server.data, 'knowledge/potential/patterns.toml')));
  await editor.getByRole('button', { name: 'Back to built-in' }).click();
  await page.waitForTimeout(300);
  assert.ok(!existsSync(join(server.data, 'knowledge/potential/patterns.toml')));
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a review is run, read and exported', { timeout: 180_000 }, async (t) => {
  if (!(await has(server.url, 'review'))) return t.skip('review is not in this build');
  const page = await open(browser, server.url);
  await paste(page, '(;SZ[9]KM[7]PB[A]PW[B];B[ee];W[cc];B[gg];W[aa];B[cg];W[gc];B[ec];W[eg])');
  await page.waitForTimeout(200);
  await mode(page, 'review');
  await page.getByLabel('Depth').selectOption('50');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('#findings').waitFor({ timeout: 150_000 });
  await page.getByLabel('all moves').check();
  await page.locator('#findings tbody tr').nth(7).waitFor();
  await page.locator('#findings tbody .point').nth(3).click();
  await shot(page, 'review');
  const [sgf] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export SGF' }).click()]);
  assert.match(readFileSync(await sgf.path(), 'utf8'), /;W\[aa\]/);
  const [html] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export page' }).click()]);
  assert.match(readFileSync(await html.path(), 'utf8'), /<html/);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('help pages in both languages, the language switched live', async () => {
  const page = await open(browser, server.url);
  await paste(page, GAME);
  await page.waitForTimeout(200);
  await mode(page, 'analyse');
  await page.locator('#judgement .help-link').click();
  await page.locator('.help-body h1').waitFor();
  const english = await page.locator('.help-body h1').textContent();
  await shot(page, 'help');
  await page.getByRole('button', { name: 'Switch to Japanese' }).click();
  await page.waitForFunction((old) => document.querySelector('.help-body h1')?.textContent !== old, english);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'ja');
  await mode(page, 'analyse');
  await page.locator('#judgement output[data-score]').waitFor({ timeout: 20_000 });
  await page.waitForFunction(() => /[ぁ-ん]/.test(document.querySelector('#judgement .reason-tree')?.textContent ?? ''), null, { timeout: 20_000 });
  await page.keyboard.press('End');
  await page.waitForTimeout(1500);
  await shot(page, 'japanese');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

for (const theme of ['light', 'dark']) {
  test(`axe finds nothing in any mode (${theme})`, { timeout: 400_000 }, async () => {
    const page = await open(browser, server.url, { colorScheme: theme });
    await paste(page, GAME);
    await page.waitForTimeout(200);
    await page.keyboard.press('End');
    for (const m of ['play', 'analyse', 'edit', 'review', 'help']) {
      await mode(page, m);
      await page.waitForTimeout(m === 'analyse' ? 1500 : 400);
      if (m === 'edit') await page.evaluate(() => document.querySelectorAll('.panel details').forEach((d) => (d.open = true)));
      await page.waitForTimeout(200);
      // the board is the same everywhere: once is enough
      const axe = new AxeBuilder({ page });
      const found = await (m === 'play' ? axe : axe.exclude('#main-board')).analyze();
      await shot(page, `mode-${m}-${theme}`);
      assert.deepEqual(found.violations.map((v) => `${m}: ${v.id} ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ')}`), []);
    }
    await page.context().close();
  });
}

test('a narrow window: every mode without sideways scrolling', async () => {
  const page = await open(browser, server.url, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  await paste(page, GAME);
  await page.waitForTimeout(200);
  await page.keyboard.press('End');
  for (const m of ['play', 'analyse', 'edit', 'review', 'help']) {
    await mode(page, m);
    await page.waitForTimeout(m === 'analyse' ? 1500 : 300);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    await shot(page, `phone-${m}`, { fullPage: true });
    assert.ok(wide <= 390, `${m}: ${wide}`);
  }
  await page.context().close();
});
