import { Button, NumberInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  type EffectiveIteration,
  type Iteration,
  mostIterations,
  usualIteration,
} from '@sheetwright/contract/engines/iteration.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { NumberTextInput } from '../../../ui/NumberTextInput.tsx'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'

interface IterationDialogProps {
  readonly iteration: EffectiveIteration | null
  readonly submitting?: boolean
  readonly failure?: Error | null
  /** Null to let the file and its saved values decide. */
  readonly onSubmit: (iteration: Iteration | null) => void
  readonly onClose: () => void
}

interface Values {
  readonly count: number | string
  readonly tolerance: number | string
}

/** Edits the iteration limits of circular references. */
export function IterationDialog({ iteration, submitting = false, failure, onSubmit, onClose }: IterationDialogProps) {
  const text = useText()
  const form = useForm<Values>({
    initialValues: { count: usualIteration.count, tolerance: usualIteration.tolerance, ...iteration },
    validate: {
      count: (value) =>
        typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= mostIterations
          ? null
          : text('Iteration.badCount', { most: mostIterations }),
      tolerance: (value) =>
        typeof value === 'number' && value >= 0 && value <= 1e9 ? null : text('Iteration.badTolerance'),
    },
  })
  return (
    <FormDialog
      size="small"
      title={text('Iteration.title')}
      onClose={onClose}
      onSubmit={form.onSubmit(({ count, tolerance }) =>
        onSubmit({ count: Number(count), tolerance: Number(tolerance) }),
      )}
      submitLabel={text('Iteration.build')}
      submitting={submitting}
      failure={failure}
      aside={
        iteration?.source === 'setting' && (
          <Button variant="subtle" disabled={submitting} onClick={() => onSubmit(null)}>
            {text('Iteration.leaveToFile')}
          </Button>
        )
      }
    >
      <Text size="sm">{text('Iteration.explained')}</Text>
      <NumberInput
        required
        data-autofocus
        label={text('Iteration.count')}
        min={1}
        max={mostIterations}
        allowDecimal={false}
        clampBehavior="none"
        {...form.getInputProps('count')}
      />
      <NumberTextInput required label={text('Iteration.tolerance')} step={0.001} {...form.getInputProps('tolerance')} />
    </FormDialog>
  )
}
