// Bundles the page into dist/: one script, one style sheet, the help pages, each also compressed.
import { build, context } from 'esbuild';
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { helpPages } from './help.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const options = {
  absWorkingDir: here,
  entryPoints: [{ in: 'src/main.tsx', out: 'app' }, { in: 'src/style/main.css', out: 'app' }],
  outdir: 'dist',
  bundle: true,
  minify: !process.argv.includes('--watch'),
  target: 'es2022',
  format: 'esm',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  charset: 'utf8',
  loader: { '.sgf': 'text' },
  legalComments: 'linked',
  logLevel: 'warning',
};

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await copyFile(join(here, 'index.html'), join(dist, 'index.html'));
await copyFile(join(here, 'src/icon.svg'), join(dist, 'icon.svg'));
// the help of one language is fetched when it is opened
const help = await helpPages(join(here, '../docs/concepts'));
const languages = [...new Set(Object.values(help).flatMap(Object.keys))];
for (const code of languages) {
  const own = Object.fromEntries(Object.entries(help).filter(([, page]) => page[code]).map(([name, page]) => [name, page[code]]));
  await writeFile(join(dist, `help.${code}.json`), JSON.stringify(own));
}
if (process.argv.includes('--watch')) {
  await (await context(options)).watch();
} else {
  await build(options);
  let total = 0;
  for (const name of await readdir(dist)) {
    if (name.endsWith('.gz') || name.startsWith('.')) continue;
    const packed = gzipSync(await readFile(join(dist, name)), { level: 9 });
    total += packed.length;
    await writeFile(join(dist, `${name}.gz`), packed);
  }
  console.log(`dist: ${(total / 1024).toFixed(1)} KiB gzipped`);
}
