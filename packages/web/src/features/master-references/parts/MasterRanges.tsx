import { Group, Select } from '@mantine/core'
import type {
  MasterReference,
  MasterReferenceVersion,
} from '@sheetwright/contract/master-references/master-reference.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { RangeEditor } from './RangeEditor.tsx'

interface MasterRangesProps {
  readonly document: MasterReference
  readonly versions: readonly MasterReferenceVersion[]
}

/** The tables of a version; the newest one can be edited. */
export function MasterRanges({ document, versions }: MasterRangesProps) {
  const text = useText()
  const navigate = useNavigate()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const version = versions.find(({ id }) => id === search['version']) ?? versions[0]
  const range = version?.referenceRanges.find(({ name }) => name === search['range']) ?? version?.referenceRanges[0]
  if (version === undefined || range === undefined) return null

  function change(part: Readonly<Record<string, string | undefined>>) {
    void navigate({ to: `/master/${document.id}/tables`, search: { ...search, ...part } })
  }

  return (
    <>
      <Group gap="md" mb="md" align="flex-end">
        <Select
          label={text('Master.range')}
          allowDeselect={false}
          data={version.referenceRanges.map(({ name }) => name)}
          value={range.name}
          onChange={(name) => change({ range: name ?? undefined })}
        />
        <Select
          label={text('Master.version')}
          allowDeselect={false}
          data={versions.map(({ id, revision, state }) => ({
            value: id,
            label: text(state === 'Draft' ? 'Master.draft' : 'Master.published', { revision }),
          }))}
          value={version.id}
          onChange={(id) => change({ version: id ?? undefined })}
        />
      </Group>
      <RangeEditor
        key={`${version.id} ${range.name}`}
        document={document}
        version={version}
        range={range}
        published={versions.find(({ isInEffect }) => isInEffect)}
        mayEdit={document.access !== 'view' && version.id === versions[0]?.id}
      />
    </>
  )
}
