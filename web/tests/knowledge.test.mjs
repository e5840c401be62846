// Knowledge editors: joseki trees, tesuji and eye-space rules, potential patterns. Everything goes to the user's folder, nothing else.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, mode, notice, open, paste, point, section, shapes, shot, startServer } from './harness.mjs';

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

const own = () => readFileSync(join(server.data, 'knowledge/joseki/own.sgf'), 'utf8');

/** Names and files below the user's folder. */
const files = (folder, prefix = '') => (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }).flatMap((e) => (e.isDirectory() ? files(join(folder, e.name), `${prefix}${e.name}/`) : [`${prefix}${e.name}`])) : []);

async function candidateRow(page, move) {
  await mode(page, 'analyse');
  await section(page, 'candidates');
  await page.locator('#candidates tbody tr').first().waitFor({ timeout: 30_000 });
  const more = page.locator('#candidates').getByRole('button', { name: /^All \d+/ });
  if (await more.count()) await more.click();
  return page.locator('#candidates tbody tr').filter({ has: page.getByRole('button', { name: move, exact: true }) });
}

test('a joseki is added, seen on the board, kept in the user’s folder, and used', { timeout: 90_000 }, async () => {
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
  await notice(page, /saved/);
  assert.match(own(), /test line/);
  // where it fits the position before its last move
  await page.keyboard.press('ArrowLeft');
  await editor.getByRole('button', { name: 'Match on the board' }).click();
  await editor.getByText(/1 match here.*S18 \(test line\)/).waitFor();
  assert.ok((await shapes(page, '.chip')) >= 1);
  await editor.scrollIntoViewIfNeeded();
  await shot(page, 'joseki-editor');
  const row = await candidateRow(page, 'S18');
  await row.first().waitFor({ timeout: 10_000 });
  assert.match((await row.first().textContent()).toLowerCase(), /joseki/);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('nodes of a joseki tree are opened, changed, copied and removed; a broken condition is refused', { timeout: 90_000 }, async () => {
  const page = await open(browser, server.url);
  await paste(page, '(;SZ[19];B[pd];W[qf];B[nc];W[rd])');
  await page.waitForTimeout(200);
  await page.keyboard.press('End');
  await mode(page, 'edit');
  const editor = await section(page, 'joseki-editor');
  await editor.getByRole('button', { name: 'Add this line' }).click();
  await notice(page, /saved/);
  const tree = editor.locator('.joseki-tree');
  const nodes = tree.locator('[role=treeitem]');
  await nodes.first().waitFor();
  // step into the tree: the line to the node is on the board
  await nodes.first().click();
  await page.waitForFunction(() => document.querySelectorAll('#main-board .shapes circle[class^=stone]').length === 1);
  const second = nodes.nth(1);
  await second.click();
  await page.waitForFunction(() => document.querySelectorAll('#main-board .shapes circle[class^=stone]').length === 2);
  // change name, weight and conditions of this node
  await editor.locator('input[name=joseki-name]').fill('changed / 変更');
  await editor.getByLabel('Weight').fill('1234');
  await editor.getByLabel('left side open').check();
  await editor.getByRole('button', { name: 'Save this node' }).click();
  await page.waitForFunction(() => document.querySelector('.joseki-tree').textContent.includes('changed'));
  assert.match(own(), /W\[..\][^;]*N\[changed \/ 変更\]/);
  assert.match(own(), /KW\[1234:1234\]/);
  assert.match(own(), /KC\[open-left\]/);
  await shot(page, 'joseki-tree');
  // a condition the engine does not know is refused and not written
  await editor.locator('input[name=joseki-conditions]').fill('when-i-like');
  await editor.getByRole('button', { name: 'Save this node' }).click();
  await editor.getByRole('alert').getByText(/when-i-like/).waitFor();
  assert.ok(!own().includes('when-i-like'));
  // a node of the program's own tree is copied, never changed in place
  await editor.getByRole('combobox', { name: 'Tree' }).selectOption('joseki/komoku.sgf');
  // the other tree is there once the node changed above is gone
  await page.waitForFunction(() => {
    const shown = document.querySelector('.joseki-tree');
    return shown && !shown.textContent.includes('changed') && shown.querySelectorAll('[role=treeitem]').length >= 2;
  });
  await nodes.nth(1).click();
  await editor.locator('input[name=joseki-name]').fill('copied / 写し');
  await editor.locator('input[name=joseki-conditions]').fill('');
  await editor.getByRole('button', { name: 'Copy to my tree' }).click();
  await page.waitForFunction(() => document.querySelector('.joseki-tree').textContent.includes('copied'));
  assert.match(own(), /copied/);
  // removed again with everything after it
  await tree.getByText('copied').click();
  await editor.getByRole('button', { name: 'Remove from here' }).click();
  await page.waitForFunction(() => !document.querySelector('.joseki-tree').textContent.includes('copied'));
  assert.ok(!own().includes('copied'));
  // by keys, and onto the board
  await tree.focus();
  await nodes.first().click();
  await page.keyboard.press('ArrowDown');
  await editor.getByRole('button', { name: 'Put on the board' }).click();
  await page.waitForFunction(() => Number(document.querySelector('.move-number b').textContent) >= 1);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('tesuji and eye-space rules: drawn, matched on the board, saved, used; broken ones are refused', { timeout: 90_000 }, async () => {
  const page = await open(browser, server.url);
  await paste(page, '(;SZ[9]AB[cg]AW[dg]PL[B])');
  await mode(page, 'edit');
  const editor = await section(page, 'rule-editor');
  for (const [kind, file, id] of [['tesuji', 'tesuji.toml', 'my-tesuji'], ['eye_space', 'eye_space.toml', 'my-eye']]) {
    await editor.getByLabel('Kind').selectOption(kind);
    await editor.getByRole('button', { name: 'New rule' }).click();
    await editor.locator('input[name=rule-id]').fill(id);
    // X * in a row of four
    await editor.getByLabel('Height').fill('1');
    await editor.getByLabel('Width').fill('3');
    for (const [sign, cell] of [['own stone', 0], ['enemy stone', 1], ['the move', 2]]) {
      await editor.getByRole('button', { name: sign, exact: true }).click();
      const target = editor.locator('.picture .cell').nth(cell);
      const want = { 'own stone': 'X', 'enemy stone': 'O', 'the move': '*' }[sign];
      if ((await target.textContent()) !== want) await target.click();
    }
    await editor.getByLabel('Value (points)').fill('9');
    await editor.getByRole('button', { name: 'Match on the board' }).click();
    await editor.getByText(/Sound; 1 match here\. E3/).waitFor();
    assert.ok((await shapes(page, '.chip')) >= 1, 'the match is on the board');
    if (kind === 'tesuji') await shot(page, 'rule-editor');
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.waitForFunction((name) => [...document.querySelectorAll('.notice')].some((n) => n.textContent.includes(name)), id);
    assert.match(readFileSync(join(server.data, 'knowledge/cases', file), 'utf8'), new RegExp(id));
  }
  // without a move the picture means nothing
  await editor.getByRole('button', { name: 'empty', exact: true }).click();
  await editor.locator('.cell.c-move').click();
  await editor.locator('input[name=rule-id]').fill('broken');
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.getByRole('alert').waitFor();
  assert.ok(!readFileSync(join(server.data, 'knowledge/cases/eye_space.toml'), 'utf8').includes('broken'));
  // the tesuji takes part in the next analysis
  const row = await candidateRow(page, 'E3');
  await row.first().waitFor({ timeout: 10_000 });
  assert.match(await row.first().textContent(), /tesuji|my rule/i);
  // nothing was written but the user's own files
  assert.deepEqual(files(server.data).filter((f) => !f.startsWith('knowledge/')), []);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a potential pattern is edited, its stones shown, seen on the board, and taken back', async () => {
  const page = await open(browser, server.url);
  await paste(page, '(;SZ[19]AB[jj]AW[cc]PL[W])');
  await mode(page, 'edit');
  const editor = await section(page, 'potential-editor');
  await editor.getByLabel('Place').selectOption('centre');
  await editor.getByRole('button', { name: 'Match on the board' }).click();
  await editor.getByText(/1 stone here radiates by this pattern: K10/).waitFor();
  for (let i = 0; i < 3; i++) await editor.getByRole('button', { name: '×1.1' }).click();
  await editor.getByRole('button', { name: 'Save' }).click();
  await notice(page, /saved/);
  await page.waitForFunction(() => document.querySelectorAll('#main-board .sq-black').length > 20);
  await shot(page, 'potential-editor');
  const file = join(server.data, 'knowledge/potential/patterns.toml');
  assert.ok(existsSync(file));
  // a pattern that is not the same from both sides is refused
  const before = readFileSync(file, 'utf8');
  await editor.locator('.grid-editor input').first().fill('77');
  await editor.locator('.grid-editor input').first().blur();
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.getByRole('alert').waitFor();
  assert.equal(readFileSync(file, 'utf8'), before);
  await editor.getByRole('button', { name: 'Back to built-in' }).click();
  await page.waitForFunction(() => document.querySelector('#potential-editor button[disabled]'));
  assert.ok(!existsSync(file));
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a user file that is broken is reported and skipped', async () => {
  writeFileSync(join(server.data, 'knowledge/joseki/bad.sgf'), '(;SZ[19];B[zz])');
  const answer = await (await fetch(`${server.url}api/knowledge`, { method: 'POST', body: '{}' })).json();
  assert.ok(answer.complaints.some((c) => c.includes('bad.sgf')), answer.complaints.join());
  const explained = await fetch(`${server.url}api/explain`, { method: 'POST', body: JSON.stringify({ sgf: '(;SZ[9];B[ee])' }) });
  assert.equal(explained.status, 200, 'analysis goes on without it');
  const page = await open(browser, server.url);
  await notice(page, /skipped.*bad\.sgf/);
  await page.context().close();
});
