import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { serveParent } from '../../platform/sandbox/serve-parent.ts'
import { readTemplate } from './read-template.ts'
import { type ReadTemplateRequest, templateFiles } from './read-template-request.ts'

/** Runs in a child process: the file is untrusted. */
serveParent<ReadTemplateRequest>(async ({ folder, format, inputs, outputs }) => {
  const bytes = await readFile(path.join(folder, templateFiles.upload))
  const lines = createWriteStream(path.join(folder, templateFiles.cases))
  const answer = await readTemplate(bytes, format, { inputs, outputs }, (content) => {
    lines.write(`${JSON.stringify(content)}\n`)
  })
  lines.end()
  await finished(lines)
  return answer
})
