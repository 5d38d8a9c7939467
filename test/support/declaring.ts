// Loaded before node:test, which follows every promise to find the suite of a declared test. Following took a sixth of the
// processor time of all tests (28 November 2026). Tests are declared while their file is imported, so the import names its
// suite instead.

import asyncHooks from 'node:async_hooks'

const { createHook, executionAsyncId } = asyncHooks
const hooks: asyncHooks.AsyncHook[] = []
const suiteIds = new Set<number>()
let suiteId: number | undefined
let earlier: Promise<unknown> = Promise.resolve()

asyncHooks.createHook = (callbacks) => {
  const init: asyncHooks.HookCallbacks['init'] = (asyncId, type, ...more) => {
    if (type === 'Test') suiteIds.add(asyncId)
    callbacks.init?.(asyncId, type, ...more)
  }
  const hook = createHook({ ...callbacks, init, trackPromises: false })
  hooks.push(hook)
  return hook
}
asyncHooks.executionAsyncId = () => {
  const id = executionAsyncId()
  // A `describe` in the file is a suite of its own.
  return suiteId === undefined || suiteIds.has(id) ? id : suiteId
}

// Prints the whole error, because node:test reports only the message of an error outside any test.
process.on('unhandledRejection', (error) => console.error(error))
process.on('uncaughtExceptionMonitor', (error) => console.error(error))

/** Called in a suite. Tests that `declare` adds belong to that suite, also after a top-level await. */
export function declareInSuite(declare: () => Promise<unknown>): Promise<void> {
  const id = executionAsyncId()
  const declared = earlier.then(async () => {
    suiteId = id
    try {
      await declare()
    } finally {
      suiteId = undefined
    }
  })
  earlier = declared.catch(() => {})
  return declared
}

/** Ends the bookkeeping of node:test. Only declarations need it. */
export function endDeclarations(): void {
  for (const hook of hooks) hook.disable()
}
