// Which words of a lexicon each of many boards allows, grouped by the letter they begin with.
//
// A thread takes one word and a tile of 16 boards. `count` adds up how many words of each first letter a board allows;
// the host turns the counts into places; `place` writes the words there. Within a group they stand in any order: the
// number of a word is its place in the alphabet, and whoever needs the first one takes the least.
//
// words   14 rows of one entry a word: the letters (bit 0 = A); first, last << 5, answer << 15, length << 16; and the
//         pairs of neighbours, 12 rows of 32 bits
// boards  20 entries a board: its letters; all of them as bits of the board; the pairs that stand on one side, 12; the
//         position of each letter, 4 bits each, 4; the letter at each position, 5 bits each, 2 of 6 letters
// counts  25 entries a board: words placed, by first letter; words counted, by first letter; the letters they cover
// begin   13 entries a board: where the words of each first letter begin in entries, and where the last ones end
// entries the word's letters as bits of the board, last << 12, length << 16; its number
// owner   the board of each entry

struct Sizes { threads: u32, words: u32, boards: u32, slots: u32, level: u32, ticket: u32 }

@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read> boards: array<u32>;
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read> begin: array<u32>;
@group(0) @binding(5) var<storage, read_write> entries: array<vec2<u32>>;
@group(0) @binding(6) var<storage, read_write> owner: array<u32>;
@group(0) @binding(7) var<storage, read_write> tickets: array<atomic<u32>>;

const TILE = 16u;
const PAIR_ROWS = 12u;
const BOARD = 20u;
const COUNTS = 25u;

fn thread(group: vec3<u32>, groups: vec3<u32>, lane: u32) -> u32 {
  if (lane == 0u) {
    atomicAdd(&tickets[sizes.ticket], 1u);
  }
  return (group.y * groups.x + group.x) * 64u + lane;
}

fn allows(board: u32, word: u32, letters: u32) -> bool {
  let at = board * BOARD;
  if ((letters & ~boards[at]) != 0u) {
    return false;
  }
  var hit = 0u;
  for (var row = 0u; row < PAIR_ROWS; row++) {
    let same_side = boards[at + 2u + row];
    if (same_side != 0u) {
      hit |= same_side & words[(2u + row) * sizes.words + word];
    }
  }
  return hit == 0u;
}

fn position(board: u32, letter: u32) -> u32 {
  return (boards[board * BOARD + 14u + (letter >> 3u)] >> ((letter & 7u) * 4u)) & 15u;
}

@compute @workgroup_size(64)
fn count(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let id = thread(group, groups, lane);
  if (id >= sizes.threads) {
    return;
  }
  let word = id % sizes.words;
  let low = (id / sizes.words) * TILE;
  let letters = words[word];
  let ends = words[sizes.words + word];
  for (var board = low; board < min(low + TILE, sizes.boards); board++) {
    if (allows(board, word, letters)) {
      atomicAdd(&counts[board * COUNTS + 12u + position(board, ends & 31u)], 1u);
    }
  }
}

@compute @workgroup_size(64)
fn place(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let id = thread(group, groups, lane);
  if (id >= sizes.threads) {
    return;
  }
  let word = id % sizes.words;
  let low = (id / sizes.words) * TILE;
  let letters = words[word];
  let ends = words[sizes.words + word];
  for (var board = low; board < min(low + TILE, sizes.boards); board++) {
    if (!allows(board, word, letters)) {
      continue;
    }
    var mask = 0u;
    for (var left = letters; left != 0u; left &= left - 1u) {
      mask |= 1u << position(board, countTrailingZeros(left));
    }
    let first = position(board, ends & 31u);
    let at = begin[board * 13u + first] + atomicAdd(&counts[board * COUNTS + first], 1u);
    if (at < begin[board * 13u + first + 1u]) {
      entries[at] = vec2(mask | (position(board, (ends >> 5u) & 31u) << 12u) | (ends & 0xffff0000u), word);
      owner[at] = board;
      atomicOr(&counts[board * COUNTS + 24u], mask);
    }
  }
}
