import { Group, NumberInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { RoadmapTask } from '@sheetwright/contract/roadmap/roadmap-task.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { endsBeforeStart } from '../../../ui/day.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { DayInput } from '../../../ui/DayInput.tsx'
import { useMoveTasks } from '../mutations.ts'

/** Sets start, launch and progress of one product exactly. */
export function DatesDialog({ task, onClose }: { task: RoadmapTask; onClose: () => void }) {
  const text = useText()
  const { move, isPending, error } = useMoveTasks({ announced: false })
  const form = useForm({
    initialValues: { start: task.start ?? '', end: task.end ?? '', progress: task.progress },
    validate: {
      end: (end, { start }) => (endsBeforeStart(start, end) ? text('Roadmap.endBeforeStart') : null),
    },
  })

  function submit({ start, end, progress }: typeof form.values) {
    const change = { id: task.id, ...(start !== '' && { start }), ...(end !== '' && { end }), progress }
    move([change], { onSuccess: onClose })
  }

  return (
    <FormDialog
      size="small"
      title={text('Roadmap.dates.title', { name: task.name })}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('Dialog.save')}
      submitting={isPending}
      failure={error}
    >
      <Group grow align="flex-start">
        <DayInput
          label={text('Product.startDate')}
          required={task.start !== null}
          data-autofocus
          {...form.getInputProps('start')}
        />
        <DayInput label={text('Product.launchDate')} required={task.end !== null} {...form.getInputProps('end')} />
      </Group>
      <NumberInput
        label={text('Roadmap.progress')}
        min={0}
        max={100}
        allowDecimal={false}
        suffix="%"
        required
        {...form.getInputProps('progress')}
      />
    </FormDialog>
  )
}
