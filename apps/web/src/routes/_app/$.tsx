import { createFileRoute } from '@tanstack/react-router'
import { PageNotFound } from '#web/components/page/page-not-found.tsx'

/** Any address that no page has: the menu stays. Whoever isn't signed in sees the same without it. */
export const Route = createFileRoute('/_app/$')({
  staticData: { title: 'notFound.title' },
  component: () => <PageNotFound />,
})
