import type { ContactImport } from '@recado/contracts/contacts/imports'
import { useQuery } from '@tanstack/react-query'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { importQuery, importsKey } from './api.ts'
import type { RowSearch } from './search.ts'

const ImportWizard = lazyComponent(async () => (await import('./import-wizard.tsx')).ImportWizard)
const ImportResult = lazyComponent(async () => (await import('./import-result.tsx')).ImportResult)

/** It is being prepared: nothing was imported, and everything can still be changed. */
const isPrepared = ({ state, startedAt }: ContactImport): boolean =>
  ['uploaded', 'mapped', 'validating', 'ready'].includes(state) || (state === 'failed' && startedAt === null)

type Props = { id: string; search: RowSearch; onSearch: (next: RowSearch) => void }

/** One import: its steps while it is prepared, then its progress, and what became of it. */
export const ImportPage = ({ id, search, onSearch }: Props) => {
  const query = useQuery(importQuery(id))
  useInvalidateOn(['import.updated'], [importsKey])
  const found = query.data
  if (!found) return <RecordFallback query={query} />
  return isPrepared(found) ? (
    <ImportWizard key={id} found={found} search={search} onSearch={onSearch} />
  ) : (
    <ImportResult key={id} found={found} search={search} onSearch={onSearch} />
  )
}
