import { Button, Select, TextInput } from '@mantine/core'
import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { IconFlask } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastWithAction } from '../../../ui/feedback/toasts.tsx'
import { useSaveCallAsCase } from '../mutations.ts'
import { useTestBedsOfEngine } from '../queries.ts'
import { useTestPaths } from '../test-paths.ts'

type SavedEngine = Pick<Engine, 'id' | 'productId' | 'access'>

/** Saves a call as a test case, with its results as expected values. For users who may edit the engine. */
export function SaveCaseButton({ engine, callId, size }: { engine: SavedEngine; callId: string; size?: 'xs' }) {
  const text = useText()
  const [opened, setOpened] = useState(false)
  if (engine.access === 'view') return null
  return (
    <>
      <Button
        variant="default"
        {...(size === undefined ? {} : { size })}
        leftSection={<IconFlask />}
        onClick={() => setOpened(true)}
      >
        {text('Tests.saveCase')}
      </Button>
      {opened && <SaveCaseDialog engine={engine} callId={callId} onClose={() => setOpened(false)} />}
    </>
  )
}

interface SaveCaseDialogProps {
  readonly engine: SavedEngine
  readonly callId: string
  readonly onClose: () => void
}

function SaveCaseDialog({ engine, callId, onClose }: SaveCaseDialogProps) {
  const text = useText()
  const navigate = useNavigate()
  const paths = useTestPaths(engine.productId)
  const beds = useTestBedsOfEngine(engine.id)
  const save = useSaveCallAsCase(engine.id)
  const [chosen, setChosen] = useState<string | null>(null)
  const [newName, setNewName] = useState('')
  const [name, setName] = useState('')
  const options = beds.data?.map((bed) => ({ value: bed.id, label: bed.name })) ?? []
  const testbedId = chosen ?? options[0]?.value

  function submit(event: FormEvent) {
    event.preventDefault()
    const target = newName.trim() === '' && testbedId !== undefined ? { testbedId } : { newName: newName.trim() }
    save.mutate(
      { ...target, callId, name },
      {
        onSuccess(testbed) {
          const open = () => void navigate({ to: paths.bed(testbed) })
          toastWithAction(text('Tests.caseSaved'), text('Tests.openTestBed'), open)
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      title={text('Tests.saveCase')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('Tests.saveCase')}
      submitting={save.isPending}
      submitDisabled={beds.isPending || (testbedId === undefined && newName.trim() === '')}
      failure={save.error}
    >
      {options.length > 0 && (
        <Select
          label={text('Tests.testBed')}
          data={options}
          value={testbedId ?? null}
          onChange={setChosen}
          allowDeselect={false}
        />
      )}
      <TextInput
        label={text('Tests.newTestBed')}
        description={options.length > 0 ? text('Tests.newTestBedHint') : undefined}
        value={newName}
        maxLength={120}
        onChange={(event) => setNewName(event.currentTarget.value)}
      />
      <TextInput
        label={text('Tests.caseName')}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
