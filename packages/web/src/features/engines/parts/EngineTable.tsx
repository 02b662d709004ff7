import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { sortFromText, sortToText } from '../../../ui/table/sort.ts'
import { type EngineSort, engineSortFields } from '../engine-list-state.ts'
import { useEnginePaths } from '../engine-path.ts'
import { engineTypeNames } from '../engine-type-names.ts'
import { EngineFavourite } from './EngineFavourite.tsx'
import { EngineMenu } from './EngineMenu.tsx'
import { EngineStatus } from './EngineStatus.tsx'
import classes from './EngineTable.module.css'

export interface EngineTableProps {
  readonly engines: readonly Engine[] | undefined
  readonly skeletons: number
  readonly sort: EngineSort | null
  readonly onSortChange: (sort: EngineSort | null) => void
  readonly onNewVersion: (engine: Engine) => void
  readonly empty: ReactNode
}

/** Engines as rows. */
export function EngineTable(props: EngineTableProps) {
  const text = useText()
  const navigate = useNavigate()
  const paths = useEnginePaths()
  const columns: Column<Engine>[] = [
    {
      id: 'favourite',
      heading: text('Product.favouriteColumn'),
      headingHidden: true,
      width: 44,
      renderCell: (engine) => <EngineFavourite engine={engine} />,
    },
    {
      id: 'name',
      heading: text('Engine.name'),
      width: 240,
      grows: true,
      sortable: true,
      namesRow: true,
      renderCell: (engine) => (
        <Link to={paths.engine(engine)} className={classes.name}>
          {engine.name}
        </Link>
      ),
    },
    {
      id: 'status',
      heading: text('Engine.running'),
      width: 170,
      renderCell: (engine) => <EngineStatus engine={engine} />,
    },
    {
      id: 'type',
      heading: text('Engine.type'),
      width: 150,
      renderCell: (engine) => <span>{text(engineTypeNames[engine.engineType])}</span>,
    },
    {
      id: 'versions',
      heading: text('Engine.versions'),
      width: 96,
      align: 'end',
      renderCell: (engine) => <span className="mono">{engine.versionCount}</span>,
    },
    { id: 'owner', heading: text('Product.owner'), width: 150, renderCell: (engine) => <span>{engine.owner}</span> },
    {
      id: 'updated',
      heading: text('Product.updated'),
      width: 140,
      sortable: true,
      renderCell: (engine) => <RelativeMoment value={engine.updatedAt} />,
    },
    {
      id: 'actions',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 52,
      align: 'end',
      renderCell: (engine) => <EngineMenu engine={engine} onNewVersion={() => props.onNewVersion(engine)} />,
    },
  ]
  return (
    <DataTable
      id="engines"
      label={text('Engines.title')}
      columns={columns}
      rows={props.engines}
      rowKey={(engine) => engine.id}
      skeletonRows={props.skeletons}
      sort={props.sort}
      onSortChange={(sort) => props.onSortChange(sortFromText(sortToText(sort), engineSortFields))}
      onOpen={(engine) => void navigate({ to: paths.engine(engine) })}
      empty={props.empty}
    />
  )
}
