// The best chain of many boards at once: fewest words, then fewest letters, then alphabetical order.
//
// In plain form a level holds all chains of k words, and one thread a (chain, word) pair asks: does the word begin with
// the chain's last letter; do both together cover the board; if not, here is a chain for the next level. All that
// matters of a chain, though, is its last letter, the letters it covers and its own length. So a level is a table of
// 12 x 4,096 states (last, covered) that holds the fewest letters of any chain of k words that gets there, NEVER if none
// does: no list to overflow, however many chains there are.
//
//   pairs    levels 1 and 2, from the words alone: the fewest letters that cover the board
//   clear    every state of every table of this round: NEVER
//   seed     table 2 from the words
//   finish   level n: the fewest letters of a chain of table n - 1 and one word more that cover the board
//   reach    table k + 1 from table k
//   mark     in table k, the states that a best chain passes through, those of table k + 1 being marked
//   first    the alphabetically first word that a best chain can begin with
//   rest     the words after it, each the first in the alphabet that leads along marked states
//
// A board is left alone once a level has solved it. In these tables a word may come twice in a chain: the host looks at
// what was named, and gives such a board to the CPU. With the fewest words possible only a chain of five can have one
// twice, as its second and its fourth: what stands before the first of two, or after the last, could be left out else.
//
// entries  a board's words, by first letter: letters, last << 12, length << 16; number in the alphabet
// owner    the board of each entry
// begin    13 entries a board: where the words of each first letter begin
// state    2 entries a board: all its letters; its slot in the tables, NONE outside this round
// results  10 entries a board: the fewest letters of levels 1 to 5; the numbers of the words of the chain
// tables   levels 2 to 4, each of so many slots of 12 x 4,096 states
// members  the board of each slot; for `rest` the boards to be named

struct Sizes { threads: u32, words: u32, boards: u32, slots: u32, level: u32, ticket: u32 }

@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> entries: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> owner: array<u32>;
@group(0) @binding(3) var<storage, read> begin: array<u32>;
@group(0) @binding(4) var<storage, read> state: array<u32>;
@group(0) @binding(5) var<storage, read_write> results: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> tables: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read_write> tickets: array<atomic<u32>>;
@group(0) @binding(8) var<storage, read> members: array<u32>;

const STATES = 49152u;
const COVERED = 4095u;
const NEVER = 0x40000000u;
const MARKED = 0x80000000u;
const NONE = 0xffffffffu;
const RESULTS = 10u;

fn thread(group: vec3<u32>, groups: vec3<u32>, lane: u32) -> u32 {
  if (lane == 0u) {
    atomicAdd(&tickets[sizes.ticket], 1u);
  }
  return (group.y * groups.x + group.x) * 64u + lane;
}

fn mask_of(entry: u32) -> u32 { return entry & COVERED; }
fn last_of(entry: u32) -> u32 { return (entry >> 12u) & 15u; }
fn length_of(entry: u32) -> u32 { return entry >> 16u; }

// Where the table of a level holds a state of a slot.
fn place(level: u32, slot: u32, last: u32, covered: u32) -> u32 {
  return ((level - 2u) * sizes.slots + slot) * STATES + last * 4096u + covered;
}

fn least(board: u32, level: u32) -> u32 { return atomicLoad(&results[board * RESULTS + level - 1u]); }

// The number of words of a board's best chain, 0 while none is known.
fn words_of(board: u32) -> u32 {
  for (var level = 1u; level <= 5u; level++) {
    if (least(board, level) < NEVER) {
      return level;
    }
  }
  return 0u;
}

@compute @workgroup_size(64)
fn pairs(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let id = thread(group, groups, lane);
  if (id >= sizes.threads) {
    return;
  }
  let board = owner[id];
  let full = state[board * 2u];
  let entry = entries[id].x;
  if (mask_of(entry) == full) {
    atomicMin(&results[board * RESULTS], length_of(entry));
  }
  var found = NEVER;
  let bucket = board * 13u + last_of(entry);
  for (var i = begin[bucket]; i < begin[bucket + 1u]; i++) {
    let next = entries[i].x;
    if (mask_of(entry | next) == full) {
      found = min(found, length_of(next));
    }
  }
  if (found < NEVER) {
    atomicMin(&results[board * RESULTS + 1u], length_of(entry) + found);
  }
}

@compute @workgroup_size(64)
fn clear(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let id = thread(group, groups, lane);
  if (id < sizes.threads) {
    atomicStore(&tables[id], NEVER);
  }
}

@compute @workgroup_size(64)
fn seed(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let id = thread(group, groups, lane);
  if (id >= sizes.threads) {
    return;
  }
  let board = owner[id];
  let slot = state[board * 2u + 1u];
  if (slot == NONE) {
    return;
  }
  let entry = entries[id].x;
  let bucket = board * 13u + last_of(entry);
  for (var i = begin[bucket]; i < begin[bucket + 1u]; i++) {
    let next = entries[i].x;
    let at = place(2u, slot, last_of(next), mask_of(entry | next));
    let letters = length_of(entry) + length_of(next);
    if (letters < atomicLoad(&tables[at])) {
      atomicMin(&tables[at], letters);
    }
  }
}

@compute @workgroup_size(64)
fn finish(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let id = thread(group, groups, lane);
  if (id >= sizes.threads) {
    return;
  }
  let slot = id / STATES;
  let last = (id % STATES) / 4096u;
  let covered = id & COVERED;
  let letters = atomicLoad(&tables[place(sizes.level - 1u, slot, last, covered)]);
  if (letters >= NEVER) {
    return;
  }
  let board = members[slot];
  let solved = words_of(board);
  if (solved != 0u && solved < sizes.level) {
    return;
  }
  let full = state[board * 2u];
  var found = NEVER;
  let bucket = board * 13u + last;
  for (var i = begin[bucket]; i < begin[bucket + 1u]; i++) {
    let next = entries[i].x;
    if ((mask_of(next) | covered) == full) {
      found = min(found, length_of(next));
    }
  }
  if (found < NEVER) {
    atomicMin(&results[board * RESULTS + sizes.level - 1u], letters + found);
  }
}

@compute @workgroup_size(64)
fn reach(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let id = thread(group, groups, lane);
  if (id >= sizes.threads) {
    return;
  }
  let slot = id / STATES;
  let last = (id % STATES) / 4096u;
  let covered = id & COVERED;
  let letters = atomicLoad(&tables[place(sizes.level, slot, last, covered)]);
  if (letters >= NEVER) {
    return;
  }
  let board = members[slot];
  if (words_of(board) != 0u) {
    return;
  }
  let bucket = board * 13u + last;
  for (var i = begin[bucket]; i < begin[bucket + 1u]; i++) {
    let next = entries[i].x;
    let at = place(sizes.level + 1u, slot, last_of(next), mask_of(next) | covered);
    let sum = letters + length_of(next);
    if (sum < atomicLoad(&tables[at])) {
      atomicMin(&tables[at], sum);
    }
  }
}

@compute @workgroup_size(64)
fn mark(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let id = thread(group, groups, lane);
  if (id >= sizes.threads) {
    return;
  }
  let slot = id / STATES;
  let last = (id % STATES) / 4096u;
  let covered = id & COVERED;
  let here = place(sizes.level, slot, last, covered);
  let letters = atomicLoad(&tables[here]);
  if (letters >= NEVER) {
    return;
  }
  let board = members[slot];
  let solved = words_of(board);
  if (solved <= sizes.level) {
    return;
  }
  let full = state[board * 2u];
  let most = least(board, solved);
  let bucket = board * 13u + last;
  for (var i = begin[bucket]; i < begin[bucket + 1u]; i++) {
    let next = entries[i].x;
    let sum = letters + length_of(next);
    var leads = false;
    if (solved == sizes.level + 1u) {
      leads = (mask_of(next) | covered) == full && sum == most;
    } else {
      let there = place(sizes.level + 1u, slot, last_of(next), mask_of(next) | covered);
      leads = atomicLoad(&tables[there]) == (sum | MARKED);
    }
    if (leads) {
      atomicStore(&tables[here], letters | MARKED);
      return;
    }
  }
}

// Whether a best chain of `solved` words can go on with `next` as its word `step`, having covered and spelled so much.
fn leads(board: u32, solved: u32, step: u32, covered: u32, letters: u32, next: u32) -> bool {
  let sum = letters + length_of(next);
  let both = covered | mask_of(next);
  if (step == solved) {
    return both == state[board * 2u] && sum == least(board, solved);
  }
  return atomicLoad(&tables[place(step, state[board * 2u + 1u], last_of(next), both)]) == (sum | MARKED);
}

// Boards to be named now: with level 2 those of one or two words, with more those that have a slot.
fn is_due(board: u32, solved: u32) -> bool {
  if (sizes.level == 2u) {
    return solved == 1u || solved == 2u;
  }
  return solved > 2u && state[board * 2u + 1u] != NONE;
}

@compute @workgroup_size(64)
fn first(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let id = thread(group, groups, lane);
  if (id >= sizes.threads) {
    return;
  }
  let board = owner[id];
  let solved = words_of(board);
  if (!is_due(board, solved)) {
    return;
  }
  let entry = entries[id];
  let mask = mask_of(entry.x);
  let letters = length_of(entry.x);
  if (solved == 1u) {
    if (mask == state[board * 2u] && letters == least(board, 1u)) {
      atomicMin(&results[board * RESULTS + 5u], entry.y);
    }
    return;
  }
  let bucket = board * 13u + last_of(entry.x);
  for (var i = begin[bucket]; i < begin[bucket + 1u]; i++) {
    if (leads(board, solved, 2u, mask, letters, entries[i].x)) {
      atomicMin(&results[board * RESULTS + 5u], entry.y);
      return;
    }
  }
}

@compute @workgroup_size(64)
fn rest(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let id = thread(group, groups, lane);
  if (id >= sizes.threads) {
    return;
  }
  let board = members[id];
  let solved = words_of(board);
  if (!is_due(board, solved)) {
    return;
  }
  let beginning = atomicLoad(&results[board * RESULTS + 5u]);
  var chosen = 0u;
  for (var i = begin[board * 13u]; i < begin[board * 13u + 12u]; i++) {
    if (entries[i].y == beginning) {
      chosen = entries[i].x;
    }
  }
  var covered = mask_of(chosen);
  var letters = length_of(chosen);
  for (var step = 2u; step <= solved; step++) {
    let bucket = board * 13u + last_of(chosen);
    var number = NONE;
    for (var i = begin[bucket]; i < begin[bucket + 1u]; i++) {
      let next = entries[i];
      if (next.y < number && leads(board, solved, step, covered, letters, next.x)) {
        number = next.y;
        chosen = next.x;
      }
    }
    atomicStore(&results[board * RESULTS + 4u + step], number);
    covered |= mask_of(chosen);
    letters += length_of(chosen);
  }
}
