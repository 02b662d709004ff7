import { json } from 'node:stream/consumers'
import type { Files } from '../../../platform/files/files.ts'
import type { EngineBuild } from './engine-build.ts'

/** The build document of a version. It is written by us, once, and never changes. */
export async function readBuild(files: Files, tenantId: string, buildHash: string): Promise<EngineBuild> {
  return (await json(await files.open(tenantId, buildHash))) as EngineBuild
}
