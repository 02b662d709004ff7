import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { serveParent } from '../../platform/sandbox/serve-parent.ts'
import { htmlFiles, shownIfBounded } from './html-preview.ts'

/** Runs in a child process: parsing a large document is slow, and a malicious one slower still. */
serveParent<{ readonly folder: string }>(async ({ folder }) => {
  const shown = shownIfBounded(await readFile(path.join(folder, htmlFiles.source), 'utf8'))
  if (shown !== undefined) await writeFile(path.join(folder, htmlFiles.shown), shown)
  return { isShown: shown !== undefined }
})
