import { readFile } from 'node:fs/promises'
import type { Diagnostics } from '@sheetwright/compiler/model.ts'
import { type OpenedWorkbook, openWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { type AdHocPorts, namesOf } from './ad-hoc-ports.ts'

/** A file that is missing or cannot be used, in words for the user. */
export class UnusableFile extends Error {}

export interface LoadedWorkbook extends OpenedWorkbook {
  readonly bytes: Uint8Array
  readonly diagnostics: Diagnostics
}

/** Opens a workbook with its own interface and the ports given on the command line. */
export async function loadWorkbook(path: string, adHoc: AdHocPorts = {}): Promise<LoadedWorkbook> {
  const bytes = await bytesOf(path)
  const { opened, diagnostics } = await openWorkbook(bytes, { names: namesOf(adHoc) })
  if (opened === null) {
    throw new UnusableFile(diagnostics.list.map(({ message }) => message).join(' ') || 'The file cannot be read.')
  }
  return { ...opened, bytes, diagnostics }
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (reason) {
    throw new UnusableFile(`${path} cannot be read: ${reason instanceof Error ? reason.message : String(reason)}`)
  }
}
