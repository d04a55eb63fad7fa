import { expect, it } from 'vitest'
import { createStrain, type Reading } from './strain.ts'
import { createValve } from './valve.ts'

const rest: Reading = { processId: 'web', people: true, loopMs: 2, poolMs: 1, commitMs: 4 }

const measured = (...readings: Partial<Reading>[]) => {
  let at = 0
  const strain = createStrain(() => at)
  for (const reading of readings) {
    at += 250
    strain.observe({ ...rest, ...reading })
  }
  const pass = (ms: number) => {
    at += ms
  }
  return { now: () => strain.now(), observe: strain.observe, relearn: strain.relearn, pass }
}

it('calls a machine at rest without strain, and more than double its lag too much', () => {
  expect(measured({}).now()).toBeLessThan(1)
  expect(measured({}, { loopMs: 7 }).now()).toBeLessThan(1)
  expect(measured({}, { loopMs: 9 }).now()).toBeGreaterThan(1)
  expect(measured({}, { poolMs: 5 }).now()).toBeGreaterThan(1)
  expect(measured({}, { commitMs: 14 }).now()).toBeGreaterThan(1)
})

it('judges a slow machine by what it can do itself', () => {
  expect(measured({ commitMs: 80 }, { commitMs: 164 }).now()).toBeLessThan(1)
  expect(measured({ commitMs: 80 }, { commitMs: 170 }).now()).toBeGreaterThan(1)
})

it('takes no heed of one thing that took long among others that did not', () => {
  expect(measured({}, {}, { commitMs: 300 }, {}, { loopMs: 200 }).now()).toBeLessThan(1)
  expect(measured({}, {}, { commitMs: 300 }, { commitMs: 60 }, { commitMs: 60 }).now()).toBeGreaterThan(1)
})

it('lets bulk work take more while no one waits', () => {
  expect(measured({}, { loopMs: 45 }).now()).toBeGreaterThan(2)
  expect(measured({}, { loopMs: 35, commitMs: 90, people: false }).now()).toBeLessThan(1)
  expect(measured({}, { loopMs: 45, people: false }).now()).toBeGreaterThan(1)
  expect(measured({ commitMs: 80 }, { commitMs: 164, people: false }).now()).toBeLessThan(1)
})

it('goes by the process that serves people worst, and by one that says nothing until it is gone', () => {
  const strain = measured({}, { processId: 'other' }, { processId: 'other', loopMs: 45 })
  expect(strain.now()).toBeGreaterThan(2)
  strain.observe({ ...rest, processId: 'other' })
  strain.observe({ ...rest, processId: 'other' })
  expect(strain.now()).toBeLessThan(1)
  strain.pass(2000)
  expect(strain.now()).toBe(2)
  strain.pass(10_000)
  expect(strain.now()).toBe(0)
})

it('learns that others made the machine slow, and that it is fast again', () => {
  const strain = measured({}, { commitMs: 90 })
  expect(strain.now()).toBeGreaterThan(3)
  strain.relearn()
  expect(strain.now()).toBeLessThan(1)
  for (let n = 0; n < 3; n++) strain.observe(rest)
  for (let n = 0; n < 3; n++) strain.observe({ ...rest, commitMs: 90 })
  expect(strain.now()).toBeGreaterThan(3)
})

it('forgets what the machine could do long ago', () => {
  const strain = measured({})
  for (let n = 0; n < 3; n++) {
    strain.pass(301_000)
    strain.observe({ ...rest, commitMs: 40 })
  }
  expect(strain.now()).toBeLessThan(1)
})

it('opens while it is used up, and closes fast when people are late', () => {
  let used = 0
  const valve = createValve({ least: 4, most: 1000, used: () => used })
  expect(valve.limit()).toBe(100)
  valve.beat(0.2, true)
  expect(valve.limit()).toBe(100)
  used = 1000
  for (let n = 0; n < 30; n++) valve.beat(0.2, true)
  expect(valve.limit()).toBe(1000)
  valve.beat(1.01, true)
  expect(valve.limit()).toBe(950)
  valve.beat(4, true)
  expect(valve.limit()).toBe(665)
  for (let n = 0; n < 20; n++) valve.beat(4, true)
  expect(valve.limit()).toBe(4)
})

it('makes room at once for people who come, and finds out what goes beside them', () => {
  const valve = createValve({ least: 4, most: 1000, used: () => 1000 })
  for (let n = 0; n < 30; n++) valve.beat(0.2, false)
  expect(valve.limit()).toBe(1000)
  valve.peopleCome()
  expect(valve.limit()).toBe(4)
  for (let n = 0; n < 20; n++) valve.beat(0.2, true)
  const found = valve.limit()
  expect(found).toBeGreaterThan(20)
  for (let n = 0; n < 60; n++) valve.beat(0.2, false)
  expect(valve.limit()).toBe(1000)
  valve.peopleCome()
  expect(valve.limit()).toBe(found)
  for (let n = 0; n < 3; n++) valve.peopleCome()
  expect(valve.limit()).toBe(found)
})

/** A machine on which each call makes people a little later, and from some number on much later. */
it('settles where people are still served well', () => {
  let at = 0
  const strain = createStrain(() => at)
  const valve = createValve({ least: 4, most: 1800, used: () => valve.limit() })
  const limits: number[] = []
  strain.observe(rest)
  for (let n = 0; n < 400; n++) {
    at += 250
    strain.observe({ ...rest, loopMs: 2 + (valve.limit() / 300) ** 2 * 17 })
    valve.beat(strain.now(), strain.people())
    if (n > 200) limits.push(valve.limit())
  }
  expect(Math.min(...limits)).toBeGreaterThan(150)
  expect(Math.max(...limits)).toBeLessThan(300)
})
