import { Autocomplete, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { Engine, EngineVersion } from '@sheetwright/contract/engines/engine.ts'
import type { PromotionTarget } from '@sheetwright/contract/promotion/target.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { usePlanPromotion, usePromote, useRollBackPromotion } from '../mutations.ts'
import { PromotionOutcome } from './PromotionOutcome.tsx'
import { PromotionPlanView } from './PromotionPlanView.tsx'

interface PromoteDialogProps {
  readonly engine: Engine
  readonly version: EngineVersion
  readonly hosts: readonly string[]
  readonly onClose: () => void
}

/** Promotes a version to another installation: target, plan, proof there, and rollback. */
export function PromoteDialog({ engine, version, hosts, onClose }: PromoteDialogProps) {
  const text = useText()
  const address = { product: engine.productId, engine: engine.id, version: version.id }
  const plan = usePlanPromotion(address)
  const [step, setStep] = useState<'exporting' | 'importing'>()
  const promote = usePromote(address, setStep)
  const rollBack = useRollBackPromotion(address)
  const needed = (value: string) => (value.trim() === '' ? text('Promote.needed') : null)
  const form = useForm<PromotionTarget>({
    initialValues: { url: '', tenant: '', apiKey: '' },
    validate: {
      url: (value) => (/^https?:\/\/[^\s/]/.test(value.trim()) ? null : text('Promote.addressNeeded')),
      tenant: needed,
      apiKey: needed,
    },
  })
  const { revision } = version
  const target = () => ({ ...form.getValues(), url: form.getValues().url.trim() })
  const failure = plan.error ?? promote.error ?? rollBack.error
  const made = promote.data?.made ?? null
  const running = made?.state === 'Active' ? made : promote.data === undefined ? (plan.data?.running ?? null) : null
  const isOver = promote.data !== undefined || rollBack.data !== undefined || plan.data?.action === 'nothing'

  function chooseAgain() {
    plan.reset()
    promote.reset()
    rollBack.reset()
    setStep(undefined)
  }

  return (
    <FormDialog
      size={plan.data === undefined ? 'small' : 'large'}
      title={text('Promote.title', { revision })}
      onClose={onClose}
      onSubmit={form.onSubmit(() => {
        if (isOver) chooseAgain()
        else if (plan.data === undefined) plan.mutate(target())
        else promote.mutate(target())
      })}
      submitLabel={text(isOver ? 'Promote.again' : plan.data === undefined ? 'Promote.plan' : 'Promote.start', {
        revision,
      })}
      isDone={isOver}
      submitting={plan.isPending || promote.isPending}
      failure={failure === null ? null : toldFailure(failure)}
      aside={
        running === null || rollBack.data !== undefined ? undefined : (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp />}
            loading={rollBack.isPending}
            disabled={promote.isPending}
            onClick={() => rollBack.mutate({ target: target(), version: running.id })}
          >
            {text('Promote.back', { revision: running.revision })}
          </Button>
        )
      }
    >
      {plan.data === undefined ? (
        <Stack gap="md">
          <Autocomplete
            required
            data-autofocus
            label={text('Promote.address')}
            description={text('Promote.addressHint', { hosts: hosts.join(', ') })}
            data={hosts.map((host) => `https://${host}`)}
            {...form.getInputProps('url')}
          />
          <TextInput required label={text('Promote.tenant')} {...form.getInputProps('tenant')} />
          <PasswordInput
            required
            autoComplete="off"
            label={text('Promote.apiKey')}
            description={text('Promote.apiKeyHint')}
            {...form.getInputProps('apiKey')}
          />
        </Stack>
      ) : promote.data === undefined && rollBack.data === undefined ? (
        <PromotionPlanView
          engine={engine}
          version={version}
          plan={plan.data}
          step={promote.isPending ? step : undefined}
        />
      ) : (
        <PromotionOutcome
          revision={revision}
          progress={promote.data}
          rolledBack={
            rollBack.data && { from: made?.revision ?? plan.data.running?.revision ?? '', to: rollBack.data.revision }
          }
        />
      )}
    </FormDialog>
  )

  /** The server reports what is wrong with the other installation. */
  function toldFailure(error: Error): string {
    const isTold = error instanceof ApiError && ['PROMOTION_FAILED', 'INVALID_INPUT'].includes(error.code)
    return isTold ? error.message : errorText(text, error)
  }
}
