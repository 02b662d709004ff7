import type { ProgramModule } from '@sheetwright/runtime/program/program.ts'

/** A generated program's text as a module; it imports nothing. */
export async function loadModule(text: string): Promise<ProgramModule> {
  const address = `data:text/javascript;base64,${Buffer.from(text, 'utf8').toString('base64')}`
  return (await import(address)) as ProgramModule
}
