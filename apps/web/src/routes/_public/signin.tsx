import { createFileRoute } from '@tanstack/react-router'

type Search = { error?: string; callbackUrl?: string }

export const Route = createFileRoute('/_public/signin')({
  validateSearch: (search): Search => ({
    ...(typeof search.error === 'string' ? { error: search.error } : {}),
    ...(typeof search.callbackUrl === 'string' ? { callbackUrl: search.callbackUrl } : {}),
  }),
  staticData: { title: 'auth:signIn.title' },
  component: () => null,
})
