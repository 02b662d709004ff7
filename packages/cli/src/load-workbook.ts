import { readFile } from 'node:fs/promises'
import { readWorkbook } from '@sheetwright/compiler/1-read/read-workbook.ts'
import { BoundWorkbook } from '@sheetwright/compiler/3-bind/bind-workbook.ts'
import { Diagnostics, type Diagnostic } from '@sheetwright/compiler/diagnostics/diagnostics.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'

/** A file that is not there or cannot be used, in words for the user. */
export class UnusableFile extends Error {}

export interface LoadedWorkbook {
  readonly bound: BoundWorkbook
  readonly diagnostics: Diagnostics
  readonly readDiagnostics: readonly Diagnostic[]
}

export async function loadWorkbook(path: string): Promise<LoadedWorkbook> {
  let bytes: Uint8Array
  try {
    bytes = await readFile(path)
  } catch (reason) {
    throw new UnusableFile(`${path} cannot be read: ${reason instanceof Error ? reason.message : String(reason)}`)
  }
  const { workbook, diagnostics } = await readWorkbook(bytes)
  if (!workbook)
    throw new UnusableFile(diagnostics.map(({ message }) => message).join(' ') || 'The file cannot be read.')
  const collected = new Diagnostics()
  return {
    bound: new BoundWorkbook(workbook, functions, collected),
    diagnostics: collected,
    readDiagnostics: diagnostics,
  }
}
