import { useQuery } from '@tanstack/react-query'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import type { FilterWords } from '#web/components/filter-builder/field-words.ts'
import { useFilterWords } from '#web/components/filter-builder/use-filter-words.ts'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { PageNotFound } from '#web/components/page/page-not-found.tsx'
import { segmentsQuery } from '#web/queries/segments.ts'

const SegmentForm = lazyComponent(async () => (await import('./segment-form.tsx')).SegmentForm)

const Stored = ({ id, words }: { id: string; words: FilterWords }) => {
  const query = useQuery({ ...segmentsQuery, refetchOnWindowFocus: false })
  if (!query.data) return <RecordFallback query={query} />
  const segment = query.data.data.find((one) => one.id === id)
  return segment?.editable ? <SegmentForm stored={segment} words={words} /> : <PageNotFound />
}

/** Adds a segment, or changes one. */
export const SegmentPage = ({ id }: { id: string | null }) => {
  const { words, query } = useFilterWords()
  if (!words) return <RecordFallback query={query} />
  return id ? <Stored id={id} words={words} /> : <SegmentForm stored={null} words={words} />
}
