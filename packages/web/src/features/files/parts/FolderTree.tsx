import { ActionIcon } from '@mantine/core'
import type { Folder } from '@sheetwright/contract/files/file-entry.ts'
import { IconBox, IconChevronDown, IconChevronRight, IconFolder, IconFolderOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useSubfolders } from '../queries.ts'
import { folderLabel } from './folder-label.ts'
import classes from './FolderTree.module.css'

export interface FolderTreeProps {
  readonly label: string
  /** The folder that is open. */
  readonly path: string
  readonly onOpen: (folder: Pick<Folder, 'id' | 'path' | 'name'>) => void
  /** Leaves out the products, which take no files. */
  readonly ownOnly?: boolean
}

/** The folder tree; subfolders are fetched when a folder is expanded. */
export function FolderTree({ label, path, onOpen, ownOnly = false }: FolderTreeProps) {
  const top = useSubfolders('/', true)
  const roots = (top.data?.folders ?? []).filter(({ kind }) => !ownOnly || kind === 'root')
  return (
    <nav className={classes.tree} aria-label={label}>
      <ul>
        {roots.map((folder) => (
          <Branch key={folder.path} folder={folder} current={path} onOpen={onOpen} />
        ))}
      </ul>
    </nav>
  )
}

interface BranchProps {
  readonly folder: Folder
  readonly current: string
  readonly onOpen: FolderTreeProps['onOpen']
}

function Branch({ folder, current, onOpen }: BranchProps) {
  const text = useText()
  const within = current === folder.path || current.startsWith(`${folder.path}/`)
  const [choice, setChoice] = useState<boolean>()
  const opened = choice ?? within
  const children = useSubfolders(folder.path, opened)
  const name = folderLabel(text, folder)
  const Icon = folder.kind === 'product' ? IconBox : opened ? IconFolderOpen : IconFolder
  const empty = children.data !== undefined && children.data.folders.length === 0
  return (
    <li>
      <div className={classes.line} data-current={current === folder.path || undefined}>
        <ActionIcon
          size="xs"
          aria-label={text(opened ? 'Files.tree.close' : 'Files.tree.open', { name })}
          aria-expanded={opened}
          data-hidden={empty || undefined}
          onClick={() => setChoice(!opened)}
        >
          {opened ? <IconChevronDown /> : <IconChevronRight />}
        </ActionIcon>
        <button
          type="button"
          className={classes.name}
          aria-current={current === folder.path ? 'true' : undefined}
          onClick={() => {
            setChoice(true)
            onOpen(folder)
          }}
        >
          <Icon aria-hidden="true" />
          <span>{name}</span>
        </button>
      </div>
      {opened && !empty && (
        <ul>
          {(children.data?.folders ?? []).map((child) => (
            <Branch key={child.path} folder={child} current={current} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </li>
  )
}
