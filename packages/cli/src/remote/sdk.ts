import { writeFile } from 'node:fs/promises'
import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { downloadPackage } from '@sheetwright/contract/sdk/download-package.ts'
import { generateSdk } from '@sheetwright/contract/sdk/generate-sdk.ts'
import { getPackage } from '@sheetwright/contract/sdk/get-package.ts'
import { type PackageKind, packageKinds } from '@sheetwright/contract/sdk/package.ts'
import { type CommandLine, readCommandLine, UsageProblem } from '../command-line.ts'
import { addressOf, connect, remoteOptions, versionOption } from './connection.ts'
import { waitFor } from './progress.ts'

export const sdkLine = {
  usage: 'sdk --product NAME --engine NAME',
  meaning: 'make a package of an engine and save it',
  options: {
    ...remoteOptions,
    version: { ...versionOption, meaning: 'of this version, by revision or id' },
    kind: { type: 'string', value: packageKinds.join('|'), meaning: 'typescript unless given' },
    out: { type: 'string', value: 'FILE', meaning: 'where to save it' },
  },
} as const satisfies CommandLine

/** `sdk`: builds a package of an engine and saves it. */
export async function sdk(args: readonly string[]): Promise<number> {
  const { values } = readCommandLine(args, sdkLine)
  const address = addressOf(values, sdkLine)
  const kind = kindOf(values.kind ?? 'typescript')
  const { client } = await connect(values.url)
  const version = values.version ?? (await client.call(getEngine, { params: address })).version.id
  const asked = await client.call(generateSdk, { params: { ...address, version }, body: { kind } })
  const params = { ...address, package: asked.id }
  const made = await waitFor(
    () => client.call(getPackage, { params }),
    ({ status }) => status !== 'Pending' && status !== 'InProgress',
    ({ progress }) => `Making the package: ${Math.round(progress)} percent …`,
  )
  if (made.status !== 'Success') {
    console.error(made.failureReason ?? made.status)
    return 1
  }
  const { blob, fileName } = await client.call(downloadPackage, { params })
  const file = values.out ?? fileName ?? 'package'
  await writeFile(file, new Uint8Array(await blob.arrayBuffer()))
  console.log(values.json ? JSON.stringify({ ...made, file }) : `${file} (${made.revision})`)
  return 0
}

function kindOf(given: string): PackageKind {
  const kind = packageKinds.find((each) => each === given)
  if (kind !== undefined) return kind
  throw new UsageProblem(`--kind is one of ${packageKinds.join(', ')}, not "${given}"`)
}
