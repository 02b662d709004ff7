import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Projects whose files take minutes come first: short files fill the other cores at the end. */
const order = ['e2e', 'server', 'compiler']

/**
 * Project by project, because a worker restarts for another one; within a project the slowest of the last run first.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ project }: TestSpecification): number {
  const rank = order.indexOf(project.name)
  return rank < 0 ? order.length : rank
}
