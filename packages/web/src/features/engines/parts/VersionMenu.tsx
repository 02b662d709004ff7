import { ActionIcon, Menu, Text } from '@mantine/core'
import type { Engine, EngineVersion, VersionState } from '@sheetwright/contract/engines/engine.ts'
import { versionStateChanges } from '@sheetwright/contract/engines/set-version-state.ts'
import {
  IconArchive,
  IconArrowBackUp,
  IconArrowsDiff,
  IconCalendar,
  IconDots,
  IconDownload,
  IconFileSpreadsheet,
  IconPackageExport,
  IconPlayerPause,
  IconPlayerPlay,
  IconRestore,
  IconRocket,
  IconServer,
  IconTag,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useEngineDownloads } from '../downloads.ts'
import { mayEngine } from '../engine-access.ts'
import { useEnginePaths } from '../engine-path.ts'
import { PromoteDialog } from '../../promotion/parts/PromoteDialog.tsx'
import { usePromotionHosts } from '../../promotion/queries.ts'
import { usePublishRules } from '../../test-beds/queries.ts'
import { useRollBack, useSetVersionState } from '../mutations.ts'
import { DatesDialog } from './DatesDialog.tsx'
import { EngineDocumentMenu } from './EngineDocumentMenu.tsx'
import { useConfirmedRestore } from './use-restore-version.ts'

type SetState = Exclude<VersionState, 'Draft'>

const actions: Readonly<Record<SetState, { icon: TablerIcon; label: MessageId; done: MessageId }>> = {
  Active: { icon: IconPlayerPlay, label: 'Version.activate', done: 'Version.activated' },
  Inactive: { icon: IconPlayerPause, label: 'Version.deactivate', done: 'Version.deactivated' },
  Archived: { icon: IconArchive, label: 'Version.archive', done: 'Version.archived' },
}

/** Puts a version into a state. Where the product requires approval, nobody puts one back into use alone. */
function StateItem(props: { readonly state: SetState; readonly product: string; readonly onClick: () => void }) {
  const text = useText()
  const { icon: Icon, label } = actions[props.state]
  const rules = usePublishRules(props.product)
  const isForbidden = props.state === 'Active' && rules.data?.fourEyes === true
  return (
    <Menu.Item leftSection={<Icon />} disabled={isForbidden} onClick={props.onClick}>
      {text(label)}
      {isForbidden && (
        <Text component="span" display="block" size="xs">
          {text('Gate.putBack')}
        </Text>
      )}
    </Menu.Item>
  )
}

/** The actions on one version. */
export function VersionMenu({ engine, version }: { engine: Engine; version: EngineVersion }) {
  const text = useText()
  const downloads = useEngineDownloads()
  const paths = useEnginePaths()
  const address = { product: engine.productId, engine: engine.id }
  const setState = useSetVersionState(address)
  const rollBack = useRollBack(address)
  const restore = useConfirmedRestore(engine)
  const hosts = usePromotionHosts().data ?? []
  const [opened, setOpened] = useState<'dates' | 'promote'>()
  const { revision } = version
  const edits = mayEngine('edit', engine)
  // The server checks every download of a workbook; users it would refuse are not offered one.
  const mayTake = edits || engine.mayLeave
  // A draft becomes active only by publishing.
  const states = versionStateChanges[version.state].filter(
    (state): state is SetState => state !== 'Draft' && !(version.state === 'Draft' && state === 'Active'),
  )
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="sm" aria-label={text('Version.actionsOf', { revision })}>
            <IconDots />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {edits && version.state === 'Draft' && (
            <Menu.Item
              leftSection={<IconRocket />}
              renderRoot={(props) => (
                <Link {...props} to={paths.engine(engine, 'review')} search={{ version: version.id }} />
              )}
            >
              {text('Engine.review')}
            </Menu.Item>
          )}
          {edits && (
            <Menu.Item leftSection={<IconCalendar />} onClick={() => setOpened('dates')}>
              {text('Version.editDates')}
            </Menu.Item>
          )}
          {edits &&
            states.map((state) => (
              <StateItem
                key={state}
                state={state}
                product={engine.productId}
                onClick={() =>
                  setState.mutate(
                    { version: version.id, state },
                    { onSuccess: () => toastSuccess(text(actions[state].done, { revision })) },
                  )
                }
              />
            ))}
          {edits && version.state === 'Active' && engine.version?.id === version.id && engine.versionCount > 1 && (
            <Menu.Item
              leftSection={<IconArrowBackUp />}
              onClick={() =>
                rollBack.mutate(version.id, {
                  onSuccess: (again) => toastSuccess(text('Version.rolledBack', { revision, again: again.revision })),
                })
              }
            >
              {text('Version.rollBack')}
            </Menu.Item>
          )}
          {edits && (
            <Menu.Item leftSection={<IconRestore />} onClick={() => void restore(version)}>
              {text('Version.restore')}
            </Menu.Item>
          )}
          {edits && <Menu.Divider />}
          {mayTake && engine.versionCount > 1 && (
            <Menu.Item
              leftSection={<IconArrowsDiff />}
              renderRoot={(props) => (
                <Link {...props} to={paths.engine(engine, 'compare')} search={{ version: version.id }} />
              )}
            >
              {text('Version.compare')}
            </Menu.Item>
          )}
          {mayTake && (
            <Menu.Item
              leftSection={<IconFileSpreadsheet />}
              onClick={() => downloads.mutate({ engine, version, file: { kind: 'workbook' } })}
            >
              {text('Engine.downloadWorkbook')}
            </Menu.Item>
          )}
          {mayTake && (
            <Menu.Item
              leftSection={<IconTag />}
              onClick={() => downloads.mutate({ engine, version, file: { kind: 'named' } })}
            >
              {text('Engine.downloadNamed')}
            </Menu.Item>
          )}
          {mayTake && (
            <Menu.Item
              leftSection={<IconDownload />}
              onClick={() => downloads.mutate({ engine, version, file: { kind: 'package' } })}
            >
              {text('Engine.downloadPackage')}
            </Menu.Item>
          )}
          {edits && (
            <Menu.Item
              leftSection={<IconPackageExport />}
              onClick={() => downloads.mutate({ engine, version, file: { kind: 'promotion' } })}
            >
              {text('Promotion.download')}
            </Menu.Item>
          )}
          {edits && version.state === 'Active' && hosts.length > 0 && (
            <Menu.Item leftSection={<IconServer />} onClick={() => setOpened('promote')}>
              {text('Promote.action')}
            </Menu.Item>
          )}
          <EngineDocumentMenu engine={engine} version={version} />
        </Menu.Dropdown>
      </Menu>
      {opened === 'dates' && <DatesDialog engine={engine} version={version} onClose={() => setOpened(undefined)} />}
      {opened === 'promote' && (
        <PromoteDialog engine={engine} version={version} hosts={hosts} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}
