// The interface keeps its word: what the server answers fits its own description, and the page is compiled against the same types.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { GAME, startServer } from './harness.mjs';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
let server, description;
before(async () => {
  server = await startServer();
  description = await (await fetch(`${server.url}api/openapi.json`)).json();
});
after(async () => {
  await server.stop();
  server.clean();
});

const kind = (v) => (v === null ? 'null' : Array.isArray(v) ? 'array' : Number.isInteger(v) ? 'integer' : typeof v);

/** What is wrong with a value by a schema: places and reasons. */
function faults(value, schema, place = '$') {
  if (schema === true || schema === undefined) return [];
  if (schema.$ref) return faults(value, schema.$ref.slice(2).split('/').reduce((at, key) => at[key], description), place);
  for (const key of ['anyOf', 'oneOf']) {
    if (schema[key]) return schema[key].some((s) => faults(value, s, place).length === 0) ? [] : [`${place}: fits none of ${key}`];
  }
  const out = (schema.allOf ?? []).flatMap((s) => faults(value, s, place));
  if (schema.enum && !schema.enum.includes(value)) out.push(`${place}: ${value} is none of ${schema.enum}`);
  if (schema.const !== undefined && schema.const !== value) out.push(`${place}: is not ${schema.const}`);
  if (schema.type) {
    const wanted = [schema.type].flat();
    const is = kind(value);
    if (!wanted.includes(is) && !(is === 'integer' && wanted.includes('number'))) return [...out, `${place}: ${is}, not ${wanted}`];
  }
  if (Array.isArray(value)) value.forEach((v, i) => out.push(...faults(v, schema.prefixItems?.[i] ?? schema.items, `${place}[${i}]`)));
  else if (value && typeof value === 'object') {
    for (const key of schema.required ?? []) if (!(key in value)) out.push(`${place}.${key}: missing`);
    for (const [key, v] of Object.entries(value)) {
      const known = schema.properties?.[key] ?? schema.additionalProperties;
      if (schema.properties && known === undefined) out.push(`${place}.${key}: not described`);
      else out.push(...faults(v, known, `${place}.${key}`));
    }
  }
  return out;
}

const END = '(;SZ[9]KM[0]RU[japanese]AB[ba][ca][da][ea][fa][ab][bb][cb][db][eb][fb][ac][bc][ad][bd][cd][dd][ed][fd][ae][be][ce][de][ee][fe][af][bf][cf][ag][bg][cg][dg][eg][fg][bh][ch][dh][eh][fh][ai][bi][ci][di][ei][fi]AW[ga][ha][gb][hb][ib][cc][gc][hc][ic][gd][hd][id][ge][he][ie][gf][hf][if][gg][hg][ig][gh][hh][gi][hi][ii]PL[B])';
const LADDER = '(;SZ[9]AB[de][ed][df]AW[ee]PL[B])';
const sgf = { sgf: GAME };

const ASKED = {
  show: sgf, explain: sgf, peep: sgf, ignored: sgf, compare: { ...sgf, second: 'K10' }, fuseki: sgf, 'patterns-predict': sgf,
  course: { sgf: '(;SZ[9];B[ee];W[cc])' },
  read: { sgf: LADDER, goal: 'ladder', targets: ['E5'], trace: true },
  problem: { sgf: '(;SZ[9]AB[ba][bb][bc][cc][dc][ec][fc][fb][fa]AW[ca][cb][db][eb][ea]PL[B])', seconds: 0.5 },
  'problem-make': { games: [{ name: 'one', sgf: '(;SZ[9];B[ee];W[cc])' }], limit: 0.5, max: 1 },
  race: { sgf: LADDER, a: 'E5', b: 'D5' }, eyes: { sgf: LADDER, target: 'E5' },
  ko: { kind: 'approach', approach: 2, black_wins: '8', white_wins: '0', pictures: true },
  endgame: { sgf: END, pictures: true }, cgt: { expressions: ['{6|{4|0}}'], compare: '3' },
  grade: { problems: JSON.stringify({ id: 'one', size: 9, black: ['D6', 'F6', 'E7', 'D5'], white: ['E6'], to_play: 'black', goal: 'capture', target: 'E6', answers: ['A1'] }) },
  solve: { board: '2x2', moves: true }, score: sgf,
  genmove: { sgf: '(;SZ[9])', player: { engine: 'knowledge' } }, analyse: { sgf: '(;SZ[9])', player: { engine: 'uct', playouts: 60 } },
  replay: { size: [9, 9], nodes: [{}, { parent: 0, play: ['black', 'E5'] }], illegal_at: 1 },
  parameters: {}, knowledge: { path: 'links.toml' }, check: { path: 'cases/tesuji.toml', text: '', ...sgf },
  review: { sgf: '(;SZ[9]KM[7];B[ee];W[cc];B[aa];W[gg])', engine: 'uct', playouts: 30 },
};

test('every command answers what its description says', { timeout: 120_000 }, async () => {
  const { commands } = await (await fetch(`${server.url}api`)).json();
  assert.deepEqual(Object.keys(ASKED).sort(), commands.map((c) => c.name).sort(), 'every command is asked');
  for (const [name, request] of Object.entries(ASKED)) {
    const { post } = description.paths[`/api/${name}`];
    assert.deepEqual(faults(request, post.requestBody.content['application/json'].schema), [], `request of ${name}`);
    const answer = await fetch(`${server.url}api/${name}`, { method: 'POST', body: JSON.stringify(request) });
    const body = await answer.json();
    assert.equal(answer.status, 200, `${name}: ${JSON.stringify(body).slice(0, 300)}`);
    assert.deepEqual(faults(body, post.responses['200'].content['application/json'].schema).slice(0, 5), [], name);
  }
});

test('errors, lists and events have the shapes described', async () => {
  const schema = (path, method = 'get', status = '200') => description.paths[path][method].responses[status].content['application/json'].schema;
  for (const path of ['/api', '/api/engines', '/api/jobs']) {
    assert.deepEqual(faults(await (await fetch(server.url + path.slice(1))).json(), schema(path)), [], path);
  }
  assert.deepEqual(faults(await (await fetch(`${server.url}api/files/games`)).json(), schema('/api/files/{area}')), []);
  const wrong = await fetch(`${server.url}api/show`, { method: 'POST', body: '{"sgf": 3}' });
  assert.equal(wrong.status, 400);
  assert.deepEqual(faults(await wrong.json(), description.components.responses.Error.content['application/json'].schema), []);
  const { id } = await (await fetch(`${server.url}api/jobs/course`, { method: 'POST', body: '{"sgf": "(;SZ[9];B[ee])"}' })).json();
  const events = (await (await fetch(`${server.url}api/jobs/${id}/events`)).text()).split('\n\n').filter((b) => b.startsWith('event'));
  const read = (block) => [/^event: ?(.*)$/m.exec(block)[1], JSON.parse(/^data: ?(.*)$/m.exec(block)[1])];
  const all = events.map(read);
  assert.equal(all.at(-1)[0], 'done');
  for (const [name, data] of all) assert.deepEqual(faults(data, name === 'progress' ? { $ref: '#/components/schemas/Progress' } : { $ref: '#/components/schemas/CourseAnswer' }), [], name);
});

test('the page is compiled against the server’s own types', { timeout: 60_000 }, async () => {
  assert.equal(await (await fetch(`${server.url}api/types.ts`)).text(), readFileSync(join(web, 'src/api/generated.ts'), 'utf8'), 'generated.ts is current');
  execFileSync(join(web, 'node_modules/.bin/tsc'), ['--noEmit'], { cwd: web, stdio: 'inherit' });
});
