import { MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { entryName, type Folder, privacyLevels } from '@sheetwright/contract/files/file-entry.ts'
import { useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { type Text as Texts, useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import type { EntryRow } from '../entry-row.ts'
import { useChangeEntry, useCreateFolder, usePlaceEntries } from '../mutations.ts'
import { useGroupLabels } from '../queries.ts'
import { FolderTree } from './FolderTree.tsx'
import { MetadataFields, metadataOf, type Fact, factsOf, factProblems } from './MetadataFields.tsx'
import { privacyNames } from './privacy-names.ts'

function nameIssue(text: Texts, name: string): string | null {
  if (name.trim() === '') return text('Name.required')
  return entryName.safeParse(name).success ? null : text('Files.nameRule')
}

/** Asks for the name of a new folder. */
export function NewFolderDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const text = useText()
  const create = useCreateFolder()
  const form = useForm({ initialValues: { name: '' }, validate: { name: (name) => nameIssue(text, name) } })
  return (
    <FormDialog
      size="small"
      title={text('Files.newFolder')}
      onClose={onClose}
      onSubmit={form.onSubmit(({ name }) =>
        create.mutate(
          { path, name },
          {
            onSuccess(folder) {
              toastSuccess(text('Files.folderMade', { name: folder.name }))
              onClose()
            },
            onError: (error) => form.setFieldError('name', errorText(text, error)),
          },
        ),
      )}
      submitLabel={text('Files.makeFolder')}
      submitting={create.isPending}
    >
      <TextInput
        label={text('Files.name')}
        description={text('Files.nameRule')}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}

/** Chooses the target folder for moving or copying entries. */
export function PlaceDialog(props: {
  rows: readonly EntryRow[]
  action: 'move' | 'copy'
  path: string
  onClose: () => void
}) {
  const { rows, action, onClose } = props
  const text = useText()
  const place = usePlaceEntries()
  const [target, setTarget] = useState<Pick<Folder, 'id' | 'path' | 'name'>>()
  const count = rows.length
  return (
    <FormDialog
      title={text(action === 'move' ? 'Files.moveTitle' : 'Files.copyTitle', { count })}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (target === undefined) return
        place.mutate(
          { rows, action, folderId: target.id },
          {
            onSuccess() {
              toastSuccess(text(action === 'move' ? 'Files.moved' : 'Files.copied', { count, folder: target.path }))
              onClose()
            },
          },
        )
      }}
      submitLabel={text(action === 'move' ? 'Files.moveHere' : 'Files.copyHere')}
      submitting={place.isPending}
      submitDisabled={target === undefined || (action === 'move' && target.path === props.path)}
      failure={place.error}
    >
      <Stack gap="sm">
        <Text size="sm">{target === undefined ? text('Files.chooseFolder') : target.path}</Text>
        <FolderTree label={text('Files.chooseFolder')} path={target?.path ?? props.path} onOpen={setTarget} ownOnly />
      </Stack>
    </FormDialog>
  )
}

interface Details {
  name: string
  privacyLevel: (typeof privacyLevels)[number]
  userGroups: string[]
  facts: Fact[]
}

/** Edits name, visibility and metadata of a folder or file. */
export function DetailsDialog({ row, onClose }: { row: EntryRow; onClose: () => void }) {
  const text = useText()
  const change = useChangeEntry()
  const groups = useGroupLabels()
  const { entry } = row
  const manages = entry.access === 'manage'
  const form = useForm<Details>({
    initialValues: {
      name: entry.name,
      privacyLevel: entry.privacyLevel,
      userGroups: [...entry.userGroups],
      facts: factsOf(entry.metadata),
    },
    validate: { name: (name) => nameIssue(text, name), facts: factProblems(text) },
  })
  const guard = useLeaveGuard(form.isDirty())

  function submit({ name, privacyLevel, userGroups, facts }: Details) {
    const restricted = manages ? { privacyLevel, userGroups } : {}
    change.mutate(
      { row, change: { name, metadata: metadataOf(facts), ...restricted } },
      {
        onSuccess(changed) {
          guard.release()
          toastSuccess(text('Files.saved', { name: changed.entry.name }))
          onClose()
        },
      },
    )
  }

  const { facts, privacyLevel } = form.getValues()
  return (
    <FormDialog
      title={text('Files.detailsOf', { name: entry.name })}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('Dialog.save')}
      submitting={change.isPending}
      failure={change.error}
      guard={guard}
    >
      <Stack gap="md">
        <TextInput label={text('Files.name')} required data-autofocus {...form.getInputProps('name')} />
        <Select
          label={text('Files.privacy')}
          description={manages ? text('Files.privacyRule') : text('Files.privacyOwner')}
          disabled={!manages}
          allowDeselect={false}
          data={privacyLevels.map((value) => ({ value, label: text(privacyNames[value]) }))}
          {...form.getInputProps('privacyLevel')}
        />
        {privacyLevel === 'Restricted' && (
          <MultiSelect
            label={text('Files.userGroups')}
            disabled={!manages}
            searchable
            data={[...new Set([...(groups.data ?? []), ...entry.userGroups])]}
            {...form.getInputProps('userGroups')}
          />
        )}
        <MetadataFields
          facts={facts}
          fieldProps={(index, field) => form.getInputProps(`facts.${index}.${field}`)}
          onAdd={(fact) => form.insertListItem('facts', fact)}
          onRemove={(index) => form.removeListItem('facts', index)}
        />
      </Stack>
    </FormDialog>
  )
}
