import { ActionIcon, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { nameProblem } from '../../../platform/messages/name-problem.ts'
import { errorText } from '../../../platform/messages/error-text.ts'
import { type Text, useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { isRuleFailure } from '../../../ui/feedback/rule-alert.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { type ChainValues, chainValuesOf, type EngineChain, mappingOf, moved } from '../chain-form.ts'
import { useSaveChain } from '../mutations.ts'
import { useUnchained } from '../queries.ts'
import classes from './ChainDialog.module.css'

export interface ChainDialogProps {
  readonly engine: EngineDetail
  /** Undefined for a new chain. */
  readonly chain: EngineChain | undefined
  readonly onClose: () => void
}

/** The error of a chain, with the inputs that nothing feeds. Rule violations are shown elsewhere. */
function withReasons(text: Text, error: Error): Error | string {
  if (isRuleFailure(error) || !(error instanceof ApiError) || error.fieldErrors.length === 0) return error
  return [errorText(text, error), ...error.fieldErrors.map(({ message }) => message)].join(' ')
}

/** Edits a chain of engines. The server refuses a chain with unfed inputs when it is saved. */
export function ChainDialog({ engine, chain, onClose }: ChainDialogProps) {
  const text = useText()
  const address = { product: engine.productId, engine: engine.id }
  const save = useSaveChain(address)
  const candidates = useUnchained(address)
  const form = useForm<ChainValues>({
    initialValues: chainValuesOf(chain),
    validate: {
      name(name) {
        const problem = nameProblem(name)
        return problem === null ? null : text(problem)
      },
      steps(steps) {
        if (steps.length === 0) return text('Chain.stepRequired')
        return steps.every(({ mapping }) => mappingOf(mapping) !== undefined) ? null : text('Chain.mappingWrong')
      },
    },
  })
  const guard = useLeaveGuard(form.isDirty())
  const { steps } = form.values

  function submit({ name }: ChainValues) {
    save.mutate(
      {
        ...(chain === undefined ? {} : { id: chain.id }),
        name: name.trim(),
        steps: steps.map(({ productId, engineId, mapping }) => ({
          product: productId,
          engine: engineId,
          mapping: mappingOf(mapping) ?? {},
        })),
      },
      {
        onSuccess() {
          guard.release()
          toastSuccess(text('Chain.saved', { name }))
          onClose()
        },
      },
    )
  }

  function add(engineId: string | null) {
    const found = candidates.data?.find((candidate) => candidate.engineId === engineId)
    if (found === undefined) return
    const { productId, serviceName, productName } = found
    form.setFieldValue('steps', [
      ...steps,
      { engineId: found.engineId, productId, label: `${productName} / ${serviceName}`, mapping: '' },
    ])
  }

  return (
    <FormDialog
      title={text(chain === undefined ? 'Chain.new' : 'Chain.edit')}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      guard={guard}
      submitLabel={text('Dialog.save')}
      submitting={save.isPending}
      failure={save.error === null ? null : withReasons(text, save.error)}
    >
      <TextInput label={text('Chain.name')} required data-autofocus {...form.getInputProps('name')} />
      <div>
        <p className={classes.label}>{text('Chain.steps')}</p>
        <ol className={classes.steps}>
          <li className={classes.step}>{engine.serviceName}</li>
          {steps.map((step, index) => (
            <li key={step.engineId} className={classes.step}>
              <Stack gap="xs" flex={1}>
                <span>{step.label}</span>
                <Textarea
                  size="xs"
                  autosize
                  minRows={1}
                  aria-label={text('Chain.mappingOf', { name: step.label })}
                  placeholder={text('Chain.mappingRule')}
                  value={step.mapping}
                  onChange={(event) => {
                    const mapping = event.currentTarget.value
                    form.setFieldValue(
                      'steps',
                      steps.map((one, at) => (at === index ? { ...one, mapping } : one)),
                    )
                  }}
                />
              </Stack>
              <Group gap={0} wrap="nowrap">
                <ActionIcon
                  size="sm"
                  aria-label={text('Chain.up', { name: step.label })}
                  disabled={index === 0}
                  onClick={() => form.setFieldValue('steps', moved(steps, index, -1))}
                >
                  <IconArrowUp />
                </ActionIcon>
                <ActionIcon
                  size="sm"
                  aria-label={text('Chain.down', { name: step.label })}
                  disabled={index === steps.length - 1}
                  onClick={() => form.setFieldValue('steps', moved(steps, index, 1))}
                >
                  <IconArrowDown />
                </ActionIcon>
                <ActionIcon
                  size="sm"
                  aria-label={text('Chain.remove', { name: step.label })}
                  onClick={() =>
                    form.setFieldValue(
                      'steps',
                      steps.filter((_, at) => at !== index),
                    )
                  }
                >
                  <IconTrash />
                </ActionIcon>
              </Group>
            </li>
          ))}
        </ol>
        <Select
          aria-label={text('Chain.add')}
          placeholder={text('Chain.add')}
          searchable
          nothingFoundMessage={text('Chain.noCandidates')}
          data={(candidates.data ?? [])
            .filter(({ engineId }) => steps.every((step) => step.engineId !== engineId))
            .map(({ engineId, productName, serviceName }) => ({
              value: engineId,
              label: `${productName} / ${serviceName}`,
            }))}
          value={null}
          error={form.errors['steps']}
          onChange={add}
        />
      </div>
    </FormDialog>
  )
}
