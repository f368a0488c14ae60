// Many layouts of many sets of letters at once: words that can be played, words that cover, and covering pairs of words.
//
// For each set of letters the words without a doubled letter have been placed by filter.wgsl. Two neighbours of a word
// must not share a side. A pair of positions i < j of the set has the number j (j - 1) / 2 + i, 0 to 65; a word is the
// set of its pairs of neighbours, a layout the set of the pairs that share a side, and a word can be played when the two
// sets have nothing in common. A chain of two words is the union of theirs.
//
//   neighbours  for each word its pairs
//   join        for each set of letters, how many chains of two words cover it
//   chains      the same chains, written where the host has made room
//   tally       one thread a layout: how many of its set's words and chains it allows; level by level a slice of 16,384
//               chains more, the words with level 0, since some drivers end a thread that loops 65,535 times
//
// entries   the words of a set, by first letter: letters, last << 12, length << 16; number in the alphabet
// owner     the set of each entry
// begin     13 entries a set: where the words of each first letter begin
// local     4 entries a word: its pairs, 66 bits; 1 for an answer, 2 for a word that covers the set
// counters  4 entries a set: all its letters; chains counted; where they begin; chains written
// joined    4 entries a chain: the pairs of both words, 66 bits; 1 if both are answers
// layouts   2 entries a layout: the side of each letter, 2 bits each; its set
// figures   4 entries a layout: covering words, covering chains, such chains of answers, playable words

struct Sizes { threads: u32, words: u32, boards: u32, slots: u32, level: u32, ticket: u32 }

@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read> boards: array<u32>;
@group(0) @binding(3) var<storage, read> entries: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read> owner: array<u32>;
@group(0) @binding(5) var<storage, read> begin: array<u32>;
@group(0) @binding(6) var<storage, read_write> local: array<vec4<u32>>;
@group(0) @binding(7) var<storage, read_write> tickets: array<atomic<u32>>;
@group(0) @binding(8) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(9) var<storage, read_write> joined: array<vec4<u32>>;
@group(0) @binding(10) var<storage, read> layouts: array<vec2<u32>>;
@group(0) @binding(11) var<storage, read_write> figures: array<vec4<u32>>;

const LETTERS = 12u;
const BOARD = 20u;
const ANSWER = 0x8000u;
const SLICE = 16384u;

fn thread(group: vec3<u32>, groups: vec3<u32>, lane: u32) -> u32 {
  if (lane == 0u) {
    atomicAdd(&tickets[sizes.ticket], 1u);
  }
  return (group.y * groups.x + group.x) * 64u + lane;
}

fn mask_of(entry: u32) -> u32 { return entry & 4095u; }
fn last_of(entry: u32) -> u32 { return (entry >> 12u) & 15u; }

fn letter(board: u32, position: u32) -> u32 {
  return (boards[board * BOARD + 18u + position / 6u] >> ((position % 6u) * 5u)) & 31u;
}

@compute @workgroup_size(64)
fn neighbours(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let id = thread(group, groups, lane);
  if (id >= sizes.threads) {
    return;
  }
  let board = owner[id];
  let entry = entries[id];
  let mask = mask_of(entry.x);
  var pairs = array<u32, 3>(0u, 0u, 0u);
  var number = 0u;
  for (var j = 1u; j < LETTERS; j++) {
    let one = letter(board, j);
    for (var i = 0u; i < j; i++) {
      if (((mask >> i) & (mask >> j) & 1u) != 0u) {
        let other = letter(board, i);
        let high = max(one, other);
        let pair = high * (high + 1u) / 2u + min(one, other);
        let bit = (words[(2u + (pair >> 5u)) * sizes.words + entry.y] >> (pair & 31u)) & 1u;
        pairs[number >> 5u] |= bit << (number & 31u);
      }
      number++;
    }
  }
  let answer = (words[sizes.words + entry.y] & ANSWER) >> 15u;
  local[id] = vec4(pairs[0], pairs[1], pairs[2], answer | select(0u, 2u, mask == boards[board * BOARD + 1u]));
}

@compute @workgroup_size(64)
fn join(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let id = thread(group, groups, lane);
  if (id >= sizes.threads) {
    return;
  }
  let board = owner[id];
  let full = atomicLoad(&counters[board * 4u]);
  let entry = entries[id].x;
  let bucket = board * 13u + last_of(entry);
  var found = 0u;
  for (var i = begin[bucket]; i < begin[bucket + 1u]; i++) {
    found += select(0u, 1u, mask_of(entry | entries[i].x) == full);
  }
  if (found != 0u) {
    atomicAdd(&counters[board * 4u + 1u], found);
  }
}

@compute @workgroup_size(64)
fn chains(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let id = thread(group, groups, lane);
  if (id >= sizes.threads) {
    return;
  }
  let board = owner[id];
  let full = atomicLoad(&counters[board * 4u]);
  let room = atomicLoad(&counters[board * 4u + 1u]);
  let start = atomicLoad(&counters[board * 4u + 2u]);
  let entry = entries[id].x;
  let one = local[id];
  let bucket = board * 13u + last_of(entry);
  for (var i = begin[bucket]; i < begin[bucket + 1u]; i++) {
    if (mask_of(entry | entries[i].x) == full) {
      let at = atomicAdd(&counters[board * 4u + 3u], 1u);
      if (at < room) {
        let two = local[i];
        joined[start + at] = vec4(one.xyz | two.xyz, one.w & two.w & 1u);
      }
    }
  }
}

@compute @workgroup_size(64)
fn tally(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let id = thread(group, groups, lane);
  if (id >= sizes.threads) {
    return;
  }
  let sides = layouts[id].x;
  let board = layouts[id].y;
  var pairs = array<u32, 3>(0u, 0u, 0u);
  var number = 0u;
  for (var j = 1u; j < LETTERS; j++) {
    for (var i = 0u; i < j; i++) {
      let same = select(0u, 1u, (((sides >> (2u * i)) ^ (sides >> (2u * j))) & 3u) == 0u);
      pairs[number >> 5u] |= same << (number & 31u);
      number++;
    }
  }
  let together = vec3(pairs[0], pairs[1], pairs[2]);
  var out = figures[id];
  if (sizes.level == 0u) {
    out = vec4(0u);
    for (var i = begin[board * 13u]; i < begin[board * 13u + 12u]; i++) {
      let word = local[i];
      let both = word.xyz & together;
      if ((both.x | both.y | both.z) == 0u) {
        out.x += word.w >> 1u;
        out.w += 1u;
      }
    }
  }
  let low = sizes.level * SLICE;
  let high = min(low + SLICE, atomicLoad(&counters[board * 4u + 1u]));
  let start = atomicLoad(&counters[board * 4u + 2u]);
  for (var i = low; i < high; i++) {
    let chain = joined[start + i];
    let both = chain.xyz & together;
    if ((both.x | both.y | both.z) == 0u) {
      out.y += 1u;
      out.z += chain.w;
    }
  }
  figures[id] = out;
}
