import { Group, Radio, Stack, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { bumped } from '@sheetwright/contract/engines/revision.ts'
import type { EngineUploadResult } from '@sheetwright/contract/engines/upload-result.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import type { PublishValues } from '../publish-form.ts'
import { upgradeNames, upgrades } from '../upgrade-names.ts'
import { RevisionProposal } from './RevisionProposal.tsx'

export interface PublishFieldsProps {
  readonly form: UseFormReturnType<PublishValues>
  readonly releaseNoteRequired: boolean
  readonly proposal: EngineUploadResult['proposal']
}

/** Release note, revision and effective dates of a version to be published. */
export function PublishFields({ form, releaseNoteRequired, proposal }: PublishFieldsProps) {
  const text = useText()
  return (
    <Stack gap="lg">
      <Textarea
        label={text('Publish.note')}
        description={text(releaseNoteRequired ? 'Publish.noteRule' : 'Publish.noteOptional')}
        required={releaseNoteRequired}
        data-autofocus
        autosize
        minRows={3}
        maxRows={8}
        {...form.getInputProps('releaseNote')}
      />
      <RevisionProposal proposal={proposal} />
      {proposal.previous !== null && (
        <Radio.Group label={text('Publish.revision')} {...form.getInputProps('upgrade')}>
          <Group gap="xl" mt="sm">
            {upgrades.map((upgrade) => (
              <Radio
                key={upgrade}
                value={upgrade}
                label={text(upgrade === proposal.upgrade ? 'Publish.proposedChoice' : 'Publish.choice', {
                  revision: bumped(proposal.highest ?? proposal.previous ?? undefined, upgrade),
                  upgrade: text(upgradeNames[upgrade]),
                })}
              />
            ))}
          </Group>
        </Radio.Group>
      )}
      <Group gap="lg" align="flex-start">
        <DayInput required label={text('Publish.start')} {...form.getInputProps('start')} />
        <DayInput
          required
          label={text('Publish.end')}
          description={text('Publish.endRule')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('end')}
        />
      </Group>
    </Stack>
  )
}
