import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { serveParent } from '../../platform/sandbox/serve-parent.ts'
import { htmlFiles, shownIfBounded } from './html-preview.ts'

/** Runs in a child process: reading a large document takes its time, and one that is made for it takes more. */
serveParent<{ readonly folder: string }>(async ({ folder }) => {
  const shown = shownIfBounded(await readFile(path.join(folder, htmlFiles.source), 'utf8'))
  if (shown !== undefined) await writeFile(path.join(folder, htmlFiles.shown), shown)
  return { isShown: shown !== undefined }
})
