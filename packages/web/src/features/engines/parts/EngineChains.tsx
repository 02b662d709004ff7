import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { IconArrowRight, IconPencil, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import type { EngineChain } from '../chain-form.ts'
import { mayEngine } from '../engine-access.ts'
import { useDeleteChain } from '../mutations.ts'
import { useChains } from '../queries.ts'
import { ChainDialog } from './ChainDialog.tsx'
import { RunChainDialog } from './RunChainDialog.tsx'
import classes from './EngineChains.module.css'

/** The chains that begin with an engine: what runs after it, fed by its outputs. */
export function EngineChains({ engine }: { engine: EngineDetail }) {
  const text = useText()
  const dialogs = useDialogs()
  const address = { product: engine.productId, engine: engine.id }
  const chains = useChains(address)
  const remove = useDeleteChain(address)
  const [edited, setEdited] = useState<EngineChain | 'new'>()
  const [run, setRun] = useState<EngineChain>()
  const edits = mayEngine('edit', engine)

  async function confirmDelete({ id, name }: EngineChain) {
    const confirmed = await dialogs.confirm({
      title: text('Chain.delete.title'),
      text: text('Chain.delete.text', { name }),
      confirmLabel: text('Chain.delete.confirm', { name }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (confirmed) remove.mutate(id, { onSuccess: () => toastSuccess(text('Chain.deleted', { name })) })
  }

  if (chains.isError) return <FailureState error={chains.error} onRetry={() => void chains.refetch()} />
  if (chains.isPending) return <LoadingBlock />
  return (
    <Panel
      title={text('Chain.title')}
      actions={
        edits && (
          <Button variant="subtle" size="compact-sm" leftSection={<IconPlus />} onClick={() => setEdited('new')}>
            {text('Chain.new')}
          </Button>
        )
      }
    >
      {chains.data.length === 0 ? (
        <p className={classes.none}>{text('Chain.empty')}</p>
      ) : (
        <ul className={classes.list}>
          {chains.data.map((chain) => (
            <li key={chain.id} className={classes.chain}>
              <span className={classes.name}>{chain.name}</span>
              <span className={classes.steps}>
                <span className={classes.step}>{engine.serviceName}</span>
                {chain.steps.map((step) => (
                  <span key={step.engineId} className={classes.step}>
                    <IconArrowRight aria-hidden="true" />
                    {step.serviceName ?? text('Chain.gone')}
                  </span>
                ))}
              </span>
              <span className={classes.actions}>
                <Tooltip label={text('Chain.run')}>
                  <ActionIcon
                    size="sm"
                    aria-label={text('Chain.runOf', { name: chain.name })}
                    onClick={() => setRun(chain)}
                  >
                    <IconPlayerPlay />
                  </ActionIcon>
                </Tooltip>
                {edits && (
                  <>
                    <Tooltip label={text('Chain.edit')}>
                      <ActionIcon
                        size="sm"
                        aria-label={text('Chain.editOf', { name: chain.name })}
                        onClick={() => setEdited(chain)}
                      >
                        <IconPencil />
                      </ActionIcon>
                    </Tooltip>
                    <Tooltip label={text('Engine.delete')}>
                      <ActionIcon
                        size="sm"
                        aria-label={text('Chain.delete.confirm', { name: chain.name })}
                        onClick={() => void confirmDelete(chain)}
                      >
                        <IconTrash />
                      </ActionIcon>
                    </Tooltip>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {run !== undefined && <RunChainDialog engine={engine} chain={run} onClose={() => setRun(undefined)} />}
      {edited !== undefined && (
        <ChainDialog
          engine={engine}
          chain={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  )
}
