import { ActionIcon, Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import {
  IconCalculator,
  IconDots,
  IconDownload,
  IconFileSpreadsheet,
  IconForms,
  IconHistory,
  IconLink,
  IconPlayerPlay,
  IconShare2,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { RuledMenuItem } from '../../user-groups/parts/RuledMenuItem.tsx'
import { AccessDialog } from '../../permissions/parts/AccessDialog.tsx'
import { mayEngine } from '../engine-access.ts'
import { formRule, logRule } from '../engine-rules.ts'
import { useEnginePaths } from '../engine-path.ts'
import { useEngineDownloads } from '../downloads.ts'
import { EngineDocumentMenu } from './EngineDocumentMenu.tsx'
import { useConfirmedEngineDelete } from './use-delete-engine.ts'

export interface EngineMenuProps {
  readonly engine: Engine
  readonly onNewVersion: () => void
  /** Where to go after the engine is deleted. */
  readonly onDeleted?: () => void
}

/** The actions on an engine. Actions that the user's groups deny show a message. */
export function EngineMenu({ engine, onNewVersion, onDeleted }: EngineMenuProps) {
  const text = useText()
  const navigate = useNavigate()
  const paths = useEnginePaths()
  const downloads = useEngineDownloads()
  const remove = useConfirmedEngineDelete()
  const [sharing, setSharing] = useState(false)
  const clipboard = useClipboard()
  const version = engine.version
  // The server checks every download of a workbook; users it would refuse are not offered one.
  const mayTake = mayEngine('edit', engine) || engine.mayLeave

  function copyLink() {
    clipboard.copy(`${window.location.origin}${paths.engine(engine)}`)
    toastSuccess(text('Copy.copied'))
  }

  async function confirmDelete() {
    if (await remove(engine)) onDeleted?.()
  }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="sm" aria-label={text('Engine.actionsOf', { name: engine.name })}>
            <IconDots />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlayerPlay />} component={Link} to={paths.tester(engine)}>
            {text('Engine.test')}
          </Menu.Item>
          {engine.version !== null && (
            <Menu.Item leftSection={<IconCalculator />} component={Link} to={paths.calculator(engine)}>
              {text('Calculator.open')}
            </Menu.Item>
          )}
          {engine.version !== null && mayEngine('edit', engine) && (
            <RuledMenuItem
              rule={formRule}
              icon={<IconForms />}
              onClick={() => void navigate({ to: paths.formBuilder(engine) })}
            >
              {text('FormBuilder.open')}
            </RuledMenuItem>
          )}
          {mayEngine('edit', engine) && (
            <Menu.Item leftSection={<IconUpload />} onClick={onNewVersion}>
              {text('Engine.newVersion')}
            </Menu.Item>
          )}
          <RuledMenuItem
            rule={logRule}
            icon={<IconHistory />}
            onClick={() => void navigate({ to: paths.engine(engine, 'history') })}
          >
            {text('Engine.calls')}
          </RuledMenuItem>
          <Menu.Item leftSection={<IconLink />} onClick={copyLink}>
            {text('Engine.copyLink')}
          </Menu.Item>
          <Menu.Divider />
          {version !== null && (
            <>
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
                  leftSection={<IconDownload />}
                  onClick={() => downloads.mutate({ engine, version, file: { kind: 'package' } })}
                >
                  {text('Engine.downloadPackage')}
                </Menu.Item>
              )}
              <EngineDocumentMenu engine={engine} version={version} />
            </>
          )}
          {mayEngine('manage', engine) && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconShare2 />} onClick={() => setSharing(true)}>
                {text('MainHeader.share')}
              </Menu.Item>
              <Menu.Item c="var(--sw-fail)" leftSection={<IconTrash />} onClick={() => void confirmDelete()}>
                {text('Engine.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {sharing && (
        <AccessDialog
          name={engine.name}
          link={`${window.location.origin}${paths.engine(engine)}`}
          entity={{ entityType: 'engine', entityId: engine.id }}
          onClose={() => setSharing(false)}
        />
      )}
    </>
  )
}
