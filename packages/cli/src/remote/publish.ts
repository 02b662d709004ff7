import { getPublishChecks } from '@sheetwright/contract/engines/get-publish-checks.ts'
import { getVersions } from '@sheetwright/contract/engines/get-versions.ts'
import { type PublishCheckCode, publishCheckCodes } from '@sheetwright/contract/engines/publish-checks.ts'
import { publishEngine } from '@sheetwright/contract/engines/publish-engine.ts'
import { type CommandLine, readCommandLine, UsageProblem } from '../command-line.ts'
import { addressOf, connect, remoteOptions, versionOption } from './connection.ts'

export const publishLine = {
  usage: 'publish --product NAME --engine NAME',
  meaning: 'publish the newest draft',
  options: {
    ...remoteOptions,
    version: { ...versionOption, meaning: 'publish this version instead, by revision or id' },
    note: { type: 'string', value: 'TEXT', meaning: 'the release note' },
    acknowledge: { type: 'string', multiple: true, value: 'CODE', meaning: 'publish although this check fails' },
    reason: { type: 'string', value: 'TEXT', meaning: 'why; with --acknowledge' },
  },
} as const satisfies CommandLine

/** `publish`: the newest draft, or the named version, once its checks pass or are acknowledged. */
export async function publish(args: readonly string[]): Promise<number> {
  const { values } = readCommandLine(args, publishLine)
  const params = addressOf(values, publishLine)
  const { client } = await connect(values.url)
  const codes = (values.acknowledge ?? []).map(checkCode)
  if (codes.length > 0 && values.reason === undefined) throw new UsageProblem('--acknowledge needs --reason')
  const { items } = await client.call(getVersions, { params })
  const draft = items.find(({ state, revision, id }) =>
    values.version === undefined ? state === 'Draft' : revision === values.version || id === values.version,
  )
  if (draft === undefined) {
    console.error(
      values.version === undefined ? 'There is no draft to publish.' : `There is no version ${values.version}.`,
    )
    return 1
  }
  const checks = (await client.call(getPublishChecks, { params: { ...params, version: draft.id } })).items
  const open = checks.filter(
    ({ outcome, code }) => outcome === 'blocked' || (outcome === 'failed' && !codes.includes(code)),
  )
  if (open.length > 0) {
    if (values.json) console.log(JSON.stringify({ revision: draft.revision, published: false, checks: open }))
    else {
      console.error(`${draft.revision} was not published:`)
      for (const { code, message, findings } of open) {
        console.error(`  ${code}: ${message}`)
        for (const { name, before, after } of findings) console.error(`    ${name}: ${before ?? ''} → ${after ?? ''}`)
      }
    }
    return 1
  }
  const published = await client.call(publishEngine, {
    params,
    body: {
      version: draft.id,
      ...(values.note === undefined ? {} : { releaseNote: values.note }),
      ...(codes.length === 0 ? {} : { acknowledge: { codes, reason: values.reason ?? '' } }),
    },
  })
  console.log(
    values.json
      ? JSON.stringify({ ...published, published: true })
      : `${params.engine} ${published.revision} is published.`,
  )
  return 0
}

function checkCode(given: string): PublishCheckCode {
  const code = publishCheckCodes.find((each) => each === given)
  if (code !== undefined) return code
  throw new UsageProblem(`--acknowledge is one of ${publishCheckCodes.join(', ')}, not "${given}"`)
}
