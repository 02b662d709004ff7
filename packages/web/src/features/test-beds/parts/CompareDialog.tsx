import { Select } from '@mantine/core'
import type { TestRun } from '@sheetwright/contract/test-beds/test-run.ts'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { useEngines, useEngineVersions } from '../../engines/queries.ts'
import { useCompareRuns } from '../mutations.ts'
import { useTestRuns } from '../queries.ts'

/** Compares a run with another run of the test bed, or with another version or engine, which is run first if needed. */
export function CompareDialog({
  run,
  onClose,
  onCompared,
}: {
  run: TestRun
  onClose: () => void
  onCompared: (comparisonId: string) => void
}) {
  const text = useText()
  const runs = useTestRuns({ testbedId: run.testbedId, status: 'Success' }, 1, 100)
  const versions = useEngineVersions(run.productId, run.engineId)
  const engines = useEngines(run.productId, { name: '', favourites: false, page: 1, pageSize: 1000, sort: undefined })
  const compare = useCompareRuns()
  const [chosen, setChosen] = useState<string | null>(null)
  const others = runs.data?.items.filter(({ id }) => id !== run.id) ?? []
  const groups = [
    {
      group: text('Tests.versions'),
      items: (versions.data ?? [])
        .filter(({ id }) => id !== run.versionId)
        .map(({ id, revision, state }) => ({
          value: `version ${id}`,
          label: `${revision} · ${text(`VersionState.${state}`)}`,
        })),
    },
    {
      group: text('Engines.title'),
      items: (engines.data?.items ?? [])
        .filter(({ id }) => id !== run.engineId)
        .map(({ id, serviceName }) => ({ value: `engine ${id}`, label: serviceName })),
    },
    {
      group: text('Tests.runs'),
      items: others.map(({ id, revision, createdAt, createdBy }) => ({
        value: `run ${id}`,
        label: `${revision} · ${createdAt.slice(0, 16).replace('T', ' ')} · ${createdBy}`,
      })),
    },
  ]

  function submit(event: FormEvent) {
    event.preventDefault()
    const [kind, id] = chosen?.split(' ') ?? []
    if (id === undefined) return
    const { testbedId, testbedVersionId } = run
    compare.mutate(
      kind === 'run'
        ? { sourceTestRunId: run.id, targetTestRunId: id }
        : {
            testbedId,
            testbedVersionId,
            source: { version: run.versionId },
            target: kind === 'engine' ? { engineId: id } : { version: id },
          },
      { onSuccess: ({ comparison }) => onCompared(comparison.id) },
    )
  }

  return (
    <FormDialog
      title={text('Tests.compare')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('Tests.compare')}
      submitting={compare.isPending}
      submitDisabled={chosen === null}
      failure={compare.error}
    >
      <Select label={text('Tests.compareWith')} data={groups} value={chosen} onChange={setChosen} searchable />
    </FormDialog>
  )
}
