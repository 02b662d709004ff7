import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { ChildStopped, runInChild } from '../../platform/sandbox/run-in-child.ts'
import { HtmlUnfolds } from '../../platform/html/sanitise-html.ts'
import { shownHtml } from './shown-html.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'

/** What lies in the folder of the child: the document as it was sent, and in the end what is shown of it. */
export const htmlFiles = { source: 'source.html', shown: 'shown.html' } as const

/** Shorter documents are read where the request is answered: whatever is in them, that takes no time worth speaking of. */
const shortCharacters = 64_000
const limits = { memoryMegabytes: 512, seconds: 10 }
const childModule = path.join(import.meta.dirname, 'html-child.ts')
const childAnswer = z.object({ isShown: z.boolean() })

/** What a preview shows of an HTML document; undefined when finding that out takes more time or memory than it is worth. */
export async function htmlPreview(html: string, signal: AbortSignal): Promise<string | undefined> {
  if (html.length <= shortCharacters) return shownIfBounded(html)
  const folder = await temporaryFolder('html')
  try {
    await writeFile(path.join(folder, htmlFiles.source), html)
    const { isShown } = childAnswer.parse(
      await runInChild({ module: childModule, input: { folder }, folder, limits, signal }),
    )
    return isShown ? await readFile(path.join(folder, htmlFiles.shown), 'utf8') : undefined
  } catch (error) {
    if (error instanceof ChildStopped && (error.reason === 'time' || error.reason === 'memory')) return undefined
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Undefined for a document that unfolds into far more than it writes. */
export function shownIfBounded(html: string): string | undefined {
  try {
    return shownHtml(html)
  } catch (error) {
    if (error instanceof HtmlUnfolds) return undefined
    throw error
  }
}
