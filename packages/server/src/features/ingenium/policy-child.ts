import { serveParentOften } from '../../platform/sandbox/serve-parent.ts'
import { openExtract } from './layout/open-extract.ts'
import { PolicyBlocks } from './policy-blocks.ts'
import { extractFile, type PolicyQuestion } from './policy-request.ts'

let blocks: PolicyBlocks | undefined

/** Runs in a child process: the extract is untrusted. */
serveParentOften<PolicyQuestion>(async (question) => {
  if (question.kind === 'open') {
    const { folder, mapping, from } = question
    blocks = new PolicyBlocks(folder, await openExtract(folder, extractFile, mapping.extract), mapping, from)
    return null
  }
  if (blocks === undefined) throw new Error('The child was not told what to read')
  switch (question.kind) {
    case 'read':
      return blocks.read()
    case 'write':
      return blocks.write(question.texts)
    case 'end':
      return blocks.end(question.part)
    case 'show':
      return blocks.show(question.texts, question.most)
    default:
      return question satisfies never
  }
})
