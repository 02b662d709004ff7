import { Script } from 'node:vm'
import type { ProgramModule } from '@sheetwright/runtime/program/program.ts'

/** A generated program's text as a module; it imports nothing. */
export async function loadModule(text: string): Promise<ProgramModule> {
  const address = `data:text/javascript;base64,${Buffer.from(text, 'utf8').toString('base64')}`
  return (await import(address)) as ProgramModule
}

/** The same synchronously, for commands that compute in one go: the text as a script, its exports as the result. */
export function loadModuleNow(text: string): ProgramModule {
  const body = text.replace(/^export /gm, '')
  const script = new Script(
    `(() => { 'use strict'; ${body}\nreturn { hash, about, data, link, workbook: typeof workbook === 'undefined' ? undefined : workbook } })()`,
  )
  return script.runInThisContext() as ProgramModule
}
