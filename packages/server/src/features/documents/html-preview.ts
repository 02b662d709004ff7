import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { ChildStopped, runInChild } from '../../platform/sandbox/run-in-child.ts'
import { HtmlUnfolds } from '../../platform/html/sanitise-html.ts'
import { shownHtml } from './shown-html.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'

/** Files in the child's folder: the document as sent, and the preview that it writes. */
export const htmlFiles = { source: 'source.html', shown: 'shown.html' } as const

/** Shorter documents are parsed in the main process: they take negligible time, whatever their content. */
const shortCharacters = 64_000
const limits = { memoryMegabytes: 512, seconds: 10 }
const childModule = path.join(import.meta.dirname, 'html-child.ts')
const childAnswer = z.object({ isShown: z.boolean() })

/** The preview of an HTML document; undefined if making it takes too much time or memory. */
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

/** Undefined for a document that expands to far more than its source. */
export function shownIfBounded(html: string): string | undefined {
  try {
    return shownHtml(html)
  } catch (error) {
    if (error instanceof HtmlUnfolds) return undefined
    throw error
  }
}
