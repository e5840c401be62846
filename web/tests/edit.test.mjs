// Editing, problems and grading, quiz, review, help in both languages.
import AxeBuilder from '@axe-core/playwright';
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { GAME, idle, launch, mode, moveNumber, open, paste, point, section, shapes, shot, startServer, tab } from './harness.mjs';

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
  // the program agrees with the answer before it is saved
  await problem.getByRole('button', { name: 'Let the program solve it' }).click();
  await problem.getByText('It finds this answer, and proves it.').waitFor({ timeout: 30_000 });
  await shot(page, 'problem-editor');
  await problem.getByRole('button', { name: 'Save' }).click();
  await page.waitForFunction(() => [...document.querySelectorAll('.notice')].some((n) => /saved/.test(n.textContent)));
  const saved = JSON.parse(readFileSync(join(server.data, 'problems/test.jsonl'), 'utf8'));
  assert.deepEqual([saved.id, saved.goal, saved.target, saved.answers, saved.white], ['take-one', 'capture', 'E6', ['E5'], ['E6']]);
  const list = await section(page, 'collections');
  {
    await list.getByRole('button', { name: 'Grade the collection' }).click();
    await page.locator('#grade-result').waitFor({ timeout: 60_000 });
    assert.match(await page.locator('#grade-result').textContent(), /1 of 1 right/);
    await list.getByRole('button', { name: 'Grade the collection' }).click();
    await page.getByText('Nothing changed since the last run.').waitFor({ timeout: 60_000 });
  }
  // the same problem with a wrong answer: it flips, and flips back
  const answers = problem.getByRole('button', { name: /^Answers/ });
  const replace = async (from, to) => {
    await section(page, 'problem-editor');
    await answers.click();
    await point(page, from).click();
    await point(page, to).click();
    await answers.click();
    await problem.getByRole('button', { name: 'Save' }).click();
    await page.waitForFunction((a) => document.querySelector('#problem-editor').textContent.includes(`Answers: ${a}`), to);
    await section(page, 'collections');
    await list.getByRole('button', { name: 'Grade the collection' }).click();
  };
  await replace('E5', 'A1');
  await page.getByText(/Changed since the last run.*✗ take-one/).waitFor({ timeout: 60_000 });
  await list.scrollIntoViewIfNeeded();
  await shot(page, 'graded');
  await replace('A1', 'E5');
  await page.getByText(/Changed since the last run.*✓ take-one/).waitFor({ timeout: 60_000 });
  // solving: the answer stays hidden until a move is made
  await list.getByRole('button', { name: 'Solve' }).last().click();
  assert.ok(!(await page.locator('#quiz').textContent()).includes('Answers'));
  await point(page, 'E5').click();
  await page.getByText(/E5 is right/).waitFor();
  await shot(page, 'solved');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a wrong answer is refuted on the board', async () => {
  const three = { id: 'three', size: 9, black: ['E9', 'E8', 'A7', 'B7', 'C7', 'D7', 'E7'], white: ['D9', 'A8', 'B8', 'C8', 'D8'], to_play: 'black', goal: 'kill', target: 'B8', answers: ['B9'] };
  mkdirSync(join(server.data, 'problems'), { recursive: true });
  writeFileSync(join(server.data, 'problems/kill.jsonl'), `${JSON.stringify(three)}\n`);
  const page = await open(browser, server.url);
  await mode(page, 'edit');
  const list = await section(page, 'collections');
  await list.getByRole('combobox', { name: 'Collection' }).selectOption('kill.jsonl');
  await list.getByRole('button', { name: 'Solve' }).last().click();
  await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length === 12);
  await point(page, 'A9').click();
  await page.locator('#quiz').getByText(/Refuted by/).first().waitFor({ timeout: 20_000 });
  assert.match(await page.locator('#quiz').textContent(), /A9 does not work.*Refuted by B9/s);
  assert.ok(!(await page.locator('#quiz').textContent()).includes('Answers'), 'the answer itself stays hidden');
  assert.ok((await shapes(page, '.shapes circle[class^=stone]')) >= 1, 'the line is on the board');
  await shot(page, 'refuted');
  await page.locator('#quiz').getByRole('button', { name: 'Again' }).click();
  await point(page, 'B9').click();
  await page.getByText(/B9 is right/).waitFor();
  assert.equal(await page.locator('#quiz').getByText(/Refuted by/).count(), 0);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('guessing the next move: no hints before the answer', async () => {
  const page = await open(browser, server.url);
  await paste(page, '(;SZ[9];B[ee];W[cc];B[gg])');
  await page.waitForTimeout(150);
  await mode(page, 'edit');
  // the next move of the record is marked, and an overlay is on
  await page.waitForFunction(() => document.querySelectorAll('#main-board .shapes > *').length === 1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('3');
  await page.waitForFunction(() => document.querySelectorAll('#main-board .shapes > *').length >= 2);
  await (await section(page, 'quiz-start')).getByRole('button', { name: 'Guess the next move' }).click();
  assert.equal(await shapes(page), 0, 'hints are hidden');
  await point(page, 'A1').click();
  await page.getByText(/A1 was not played/).first().waitFor();
  assert.equal(await moveNumber(page), 1);
  assert.equal(await shapes(page), 0, 'a wrong answer shows nothing');
  await point(page, 'C7').click();
  await page.waitForFunction(() => document.querySelector('.move-number b').textContent === '2');
  assert.match(await page.locator('#quiz').textContent(), /1\s*\/\s*2/);
  await page.getByRole('button', { name: 'End the quiz' }).click();
  await page.waitForFunction(() => document.querySelectorAll('#main-board .shapes > *').length >= 2);
  await page.context().close();
});

test('a review is run, read and exported', { timeout: 180_000 }, async () => {
  const page = await open(browser, server.url);
  await paste(page, '(;SZ[9]KM[7]PB[A]PW[B];B[ee];W[cc];B[gg];W[aa];B[cg];W[gc];B[ec];W[eg])');
  await page.waitForTimeout(200);
  await mode(page, 'review');
  await page.getByLabel('Depth').selectOption('quick');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('#findings').waitFor({ timeout: 150_000 });
  await page.waitForFunction(() => !document.querySelector('#review progress'), null, { timeout: 150_000 });
  await tab(page, 'story');
  assert.ok((await page.locator('#summary').textContent()).length > 40, 'the game in short');
  await tab(page, 'moments');
  await page.getByLabel('all moves').check();
  await page.locator('#findings tbody tr').nth(7).waitFor();
  await page.locator('#findings tbody .point').nth(3).click();
  await shot(page, 'review');
  const found = await new AxeBuilder({ page }).include('.panel-side').analyze();
  assert.deepEqual(found.violations.map((v) => `${v.id} ${v.nodes[0].html.slice(0, 160)}`), []);
  const [sgf] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export SGF' }).click()]);
  assert.match(readFileSync(await sgf.path(), 'utf8'), /;W\[aa\]/);
  const [html] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export page' }).click()]);
  assert.match(readFileSync(await html.path(), 'utf8'), /<html/);
  assert.match(readFileSync(await html.path(), 'utf8'), /A – B|A.*B/, 'with the names of the players');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a review shows progress, is cancelled, and the page stays usable meanwhile', async () => {
  const page = await open(browser, server.url);
  await paste(page, GAME);
  await page.waitForTimeout(200);
  await mode(page, 'review');
  await page.getByLabel('Depth').selectOption('deep');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.waitForFunction(() => /\d+ %/.test(document.querySelector('#review .progress')?.textContent ?? ''), null, { timeout: 60_000 });
  // stepping goes on
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('.move-number b').textContent === '1');
  await shot(page, 'review-running');
  await page.locator('#review').getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: /^Review (this game|again)/ }).waitFor();
  await idle(server.url);
  assert.equal(await page.locator('.notice.error').count(), 0, 'stopping is no error');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('help pages in both languages, the language switched live', async () => {
  const page = await open(browser, server.url);
  await paste(page, GAME);
  await page.waitForTimeout(200);
  await mode(page, 'analyse');
  await tab(page, 'judgement');
  await page.locator('#judgement .help-link').click();
  await page.locator('.help-body h1').waitFor();
  const english = await page.locator('.help-body h1').textContent();
  await shot(page, 'help');
  await page.getByRole('button', { name: 'Next language' }).click();
  await page.waitForFunction((old) => document.querySelector('.help-body h1')?.textContent !== old, english);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'ja');
  await mode(page, 'analyse');
  await page.locator('.figure output[data-score]').waitFor({ timeout: 20_000 });
  await page.waitForFunction(() => /[ぁ-ん]/.test(document.querySelector('#judgement .reason-tree')?.textContent ?? ''), null, { timeout: 20_000 });
  await page.keyboard.press('End');
  await page.waitForTimeout(1500);
  await shot(page, 'japanese');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

