import { readFile } from 'node:fs/promises'
import type { Diagnostics } from '@sheetwright/compiler/model.ts'
import { type OpenedWorkbook, openWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { type AdHocPorts, namesOf } from './ad-hoc-ports.ts'
import { UsageProblem } from './command-line.ts'

/** A file that is missing or cannot be used, in words for the user. */
export class UnusableFile extends Error {}

export interface LoadedWorkbook extends OpenedWorkbook {
  readonly bytes: Uint8Array
  readonly diagnostics: Diagnostics
}

/** Opens a workbook with its own interface and the ports given on the command line. */
export async function loadWorkbook(path: string, adHoc: AdHocPorts = {}): Promise<LoadedWorkbook> {
  const bytes = await bytesOf(path)
  const names = namesOf(adHoc)
  const { opened, diagnostics } = await openWorkbook(bytes, { names })
  if (opened === null) {
    throw new UnusableFile(diagnostics.list.map(({ message }) => message).join(' ') || 'The file cannot be read.')
  }
  const given = new Set(names.map(({ name }) => name))
  const unusable = diagnostics.list.find(({ code, data }) => notPorts.has(code) && given.has(String(data['name'])))
  if (unusable !== undefined) throw new UsageProblem(unusable.message)
  return { ...opened, bytes, diagnostics }
}

/** Problems of a name because of which it declares nothing. */
const notPorts: ReadonlySet<string> = new Set(['PORT_NOT_A_RANGE', 'PORT_DECLARED_TWICE'])

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (reason) {
    throw new UnusableFile(`${path} cannot be read: ${reason instanceof Error ? reason.message : String(reason)}`)
  }
}
