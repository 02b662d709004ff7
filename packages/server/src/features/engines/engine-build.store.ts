import { text } from 'node:stream/consumers'
import type { WorkbookInterface } from '@sheetwright/compiler/3-bind/ports/interface.ts'
import type { Files } from '../../platform/files/files.ts'
import type { EngineBuild } from './build/engine-build.ts'
import { localeOf } from './build/locale-of.ts'
import { revivedInterface } from './build/stored-interface.ts'

/** What building a workbook gave, ready to run it. */
export interface StoredBuild extends Omit<EngineBuild, 'interface'> {
  readonly ports: WorkbookInterface
}

export async function readBuild(files: Files, tenantId: string, hash: string): Promise<StoredBuild> {
  const { interface: stored, ...build } = JSON.parse(await text(await files.open(tenantId, hash))) as EngineBuild
  return { ...build, ports: revivedInterface(stored) }
}

/** The locale that the properties of a workbook, or those that its author set over them, ask for. */
export function localeOfEngine(properties: Readonly<Record<string, string | number | boolean>>): string {
  return localeOf(new Map(Object.entries(properties)))
}
