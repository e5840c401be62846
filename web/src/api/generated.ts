/** Written from the server's types (crates/app/src/http/typescript.rs): do not edit, a test compares it. */

/** A side's moves in a phase, or in the whole game. */
export interface Accuracy {
  color: ColorName;
  /** None: the whole game. */
  phase: Phase | null;
  moves: number;
  /** Sum of the points lost. */
  lost: number;
  /** Points lost a move. */
  per_move: number;
  /** Share of the moves that lost less than a point. */
  within_one: number;
}

/** Part of most requests: an SGF record and the position in it. */
export interface Analyse {
  /** The record as SGF text, or a position drawn with `X`, `O` and `.`. */
  sgf: string;
  /** Position after this many moves of the main line; the end if absent. */
  move?: number | null;
  /** Overrides the record's rules. */
  rules?: string | null;
  /** Overrides the record's komi. */
  komi?: number | null;
  /** Without playouts and seconds it thinks until it is stopped if somebody follows it (a job), else for five seconds. */
  player?: PlayerOptions;
}

/** Points with their role. */
export interface Area {
  role: string;
  points: string[];
}

/** Part of most requests: an SGF record and the position in it. */
export interface AskProblem {
  /** The record as SGF text, or a position drawn with `X`, `O` and `.`. */
  sgf: string;
  /** Position after this many moves of the main line; the end if absent. */
  move?: number | null;
  /** Overrides the record's rules. */
  rules?: string | null;
  /** Overrides the record's komi. */
  komi?: number | null;
  /** Seconds of processor time. */
  seconds?: number | null;
  /** A first move to put to the test, with as much time again. */
  try?: string | null;
}

/** A place at the border and what a move there is worth, as an estimate. */
export interface BorderMove {
  black: string;
  white: string;
  /** Deiri counting: the swing between both sides' moves, in points. */
  swing: number;
  /** Miai counting: what one move gains. */
  gain: number;
  /** `gote`, `black-sente`, `white-sente` (the other side's move is reverse sente) or `double-sente`. */
  tempo: string;
  /** What Black's and what White's move threatens to gain next. */
  next: [number, number];
  /** `counted` (from the game of its region) or `network`. */
  source: string;
  /** The same in a sentence. */
  reason: string;
}

/** Three sentences, each with its places. */
export interface Brief {
  /** Who leads, by the figure to go by. */
  standing: Reason;
  /** What is urgent, weak or large. */
  matters: Reason;
  /** What the proposed move does, and to whom. */
  proposal: Reason;
}

/** A move worth considering. */
export interface Candidate {
  move: string;
  /** Sum of the reasons and the strategy column. */
  value: number;
  /** The sum with habit: the table goes by this. */
  total: number;
  /** What strategy adds, part of `value`. */
  strategy: number;
  /** Largest first; habit is none of them. */
  reasons: CandidateReason[];
  /** How much professionals expect the move, beside the sum. */
  habit?: Habit | null;
  /** Intentions that an adjuster took out, with its reason. */
  removed?: RemovedReason[];
  strategy_reasons?: Reason[];
}

export interface CandidateReason {
  intention: string;
  /** The intention in words. */
  name: string;
  case: string;
  /** What is at stake, in points. */
  points: number;
  /** What it counts in the table. */
  value: number;
  text: string;
  marks?: Area[];
  /** The line that reading found, first move first. */
  line?: string[];
}

export interface Captures {
  black: number;
  white: number;
}

export interface Cgt {
  /** Expressions; several are summands of one sum. */
  expressions: string[];
  /** Hackenbush pictures, summands as well: stalks (`brr g`) or edges (`0-1b 1-2r`). */
  hackenbush?: string[];
  /** Cool by this much first. */
  cool?: string | null;
  /** Then warm (integers stay, other moves are paid so much). */
  warm?: string | null;
  /** Then heat (all numbers stay). */
  heat?: string | null;
  /** Tell what a first move in each summand leads to. */
  play?: boolean;
  /** Compare the value with this one. */
  compare?: string | null;
  /** Include pictures in the answer. */
  pictures?: boolean;
}

export interface CgtAnswer {
  /** Canonical form with braces and numbers only; how long it would be where it is longer than a million characters. */
  canonical: string;
  /** Preferred short name. */
  value: string;
  mean: string;
  mean_float: number;
  temperature: string;
  temperature_float: number;
  left_stop: string;
  right_stop: string;
  thermograph: Walls;
  outcome: string;
  /** For infinitesimals with an integer weight. */
  atomic_weight: number | null;
  comparison?: Comparison | null;
  play?: Play | null;
  pictures?: Pictures | null;
}

/** How a node differs from its parent. */
export interface Change {
  black?: string[];
  white?: string[];
  removed?: string[];
  to_play: ColorName;
  ko?: string | null;
  /** Prisoners held by Black and by White. */
  captures: [number, number];
  /** What is wrong with the move of the record; it is shown all the same where that is possible. */
  problem?: string | null;
}

export interface Chapter {
  part: Part;
  /** Numbers of its first and last move. */
  first: number;
  last: number;
  title: string;
  text: string;
  diagrams: Diagram[];
}

/** `check`: is this text a sound knowledge file, and where do its rules match on this board? */
export interface CheckKnowledge {
  /** The file the text would be saved as, such as `cases/tesuji.toml`. */
  path: string;
  text: string;
  /** The record as SGF text, or a position drawn with `X`, `O` and `.`. */
  sgf: string;
  /** Position after this many moves of the main line; the end if absent. */
  move?: number | null;
  /** Overrides the record's rules. */
  rules?: string | null;
  /** Overrides the record's komi. */
  komi?: number | null;
}

export interface Checked {
  sound: boolean;
  complaints: string[];
  /** Rules (or joseki lines) after the change. */
  entries: number;
  matches: RuleMatch[];
}

export interface Chosen {
  color: ColorName;
  /** A point, `pass` or `resign`. */
  move: string;
  /** For the side to move, 0 to 1. */
  win_rate: number | null;
  /** Expected margin for Black. */
  score: number | null;
  reasons: string[];
  engine: string;
}

/** How a colour is written. */
export type ColorName = 'black' | 'white';

export interface CommandInfo {
  name: string;
  about: string;
  path: string;
}

/** Everything said about one move. */
export interface Comment {
  text: string;
  names: string[];
  reasons: ReasonText[];
  if_ignored: IfIgnored | null;
  instead: Instead | null;
  simple: Simple | null;
  /** What a fault was about, or why the move is necessary, each with the figures of its test. */
  themes: ThemeText[];
  /** Words that the reader may not know, where they first appear. */
  terms: Term[];
  /** What a fault was about. */
  kind: Kind | null;
}

/** `compare`: two moves of the side to move, what each does and what the other misses. */
export interface Compare {
  /** The record as SGF text, or a position drawn with `X`, `O` and `.`. */
  sgf: string;
  /** Position after this many moves of the main line; the end if absent. */
  move?: number | null;
  /** Overrides the record's rules. */
  rules?: string | null;
  /** Overrides the record's komi. */
  komi?: number | null;
  /** This …; our own choice if absent. */
  first?: string | null;
  /** … not that. */
  second: string;
}

export interface Compared {
  color: ColorName;
  first: ComparedMove;
  second: ComparedMove;
  /** What the first does and the second does not, and the reverse: intentions in words. */
  missed: string[];
  gained: string[];
}

export interface ComparedMove {
  move: string;
  /** Its row of the score table, if any case speaks for it. */
  candidate: Candidate | null;
  /** Judged for Black after the move and the opponent's best answer to it. */
  after: number;
  reply: string | null;
}

export interface Comparison {
  with: string;
  /** `<`, `>`, `=` or `||` (confused). */
  relation: string;
}

/** Part of most requests: an SGF record and the position in it. */
export interface Count {
  /** The record as SGF text, or a position drawn with `X`, `O` and `.`. */
  sgf: string;
  /** Position after this many moves of the main line; the end if absent. */
  move?: number | null;
  /** Overrides the record's rules. */
  rules?: string | null;
  /** Overrides the record's komi. */
  komi?: number | null;
  /** Stones agreed to be dead; guessed if absent. */
  dead?: string[] | null;
}

export interface Counted {
  dead: string[];
  black_territory: string[];
  white_territory: string[];
  neutral: string[];
  /** Points of each side by the rules; White's include komi. */
  black: number;
  white: number;
  komi: number;
  rules: string;
  result: string;
}

/** Part of most requests: an SGF record and the position in it. */
export interface Course {
  /** The record as SGF text, or a position drawn with `X`, `O` and `.`. */
  sgf: string;
  /** Position after this many moves of the main line; the end if absent. */
  move?: number | null;
  /** Overrides the record's rules. */
  rules?: string | null;
  /** Overrides the record's komi. */
  komi?: number | null;
}

export interface CourseAnswer {
  positions: CoursePoint[];
}

export interface CoursePoint {
  /** Moves played. */
  number: number;
  /** Black's lead to go by, as `explain` says it. */
  score: number;
  phase: string;
  kind: string;
  /** What the best move gains by the score table: an estimate of the temperature. */
  temperature: number;
  best: string | null;
}

/** A diagram: the board after `number` moves, and moves of the game on it, numbered from 1. */
export interface Diagram {
  number: number;
  moves: string[];
  caption: string;
}

export interface DifferenceAnswer {
  /** The liberty games compared, both seen from their defender. */
  first: string;
  second: string;
  /** The difference, cooled by two degrees. */
  value: string;
  /** `>`, `<`, `=` or `||`. */
  relation: string;
  /** Whether the beginner captures although he is one liberty behind. */
  beginner_wins: {
    black: boolean;
    white: boolean;
  };
  /** Best play to the capture, Black and White beginning. */
  play: {
    black: PlayedMove[];
    white: PlayedMove[];
  };
  /** The same in a sentence. */
  text: string;
}

/** Part of most requests: an SGF record and the position in it. */
export interface Endgame {
  /** The record as SGF text, or a position drawn with `X`, `O` and `.`. */
  sgf: string;
  /** Position after this many moves of the main line; the end if absent. */
  move?: number | null;
  /** Overrides the record's rules. */
  rules?: string | null;
  /** Overrides the record's komi. */
  komi?: number | null;
  /** `komaster-black`, `komaster-white` or `nte`. */
  ko?: string | null;
  /** Include pictures in the answer. */
  pictures?: boolean;
}

export interface EndgameAnswer {
  /** Of scores, limits, best moves and all that speaks of the whole board. */
  standing: Standing;
  /** The condition in words, where there is one. */
  condition?: string | null;
  regions: RegionAnswer[];
  /** The sum of the chilled values. */
  sum: string | null;
  best: {
    black: string[];
    white: string[];
  };
  /** Black minus White after best play from here, komi included; null when a region is not exactly known. */
  score: number | null;
  score_if_black_first: number | null;
  score_if_white_first: number | null;
  /** Limits that hold whatever anybody expects, komi included. */
  score_interval: [number, number];
  /** What the network expects, where not everything is proved: the figure to go by. */
  estimate?: Expectation | null;
  /** What moves at the borders gain; the first ones are to be played first. */
  borders: BorderMove[];
  /** Points already decided, prisoners included. */
  settled: number;
  to_play: ColorName;
  scoring: string;
  ko_model: string;
  /** Every region has a value and the best moves come from a search over the whole sum; where that is not proved, the sum agrees with the estimate. */
  complete: boolean;
  /** The work was stopped, by whoever asked or by the deadline: regions it did not come to are only enclosed. */
  stopped: boolean;
  /** All stones around the regions are proved safe; otherwise some are only judged to be. */
  proved: boolean;
  /** `none`, `indifferent` (the score does not depend on them), `exact` (played out with every threat on the board, no position may come back) or `enclosed` (too many positions: one side winning every ko gives the interval). */
  kos: string;
  /** The same in sentences. */
  reasons: string[];
  search_nodes: number;
  map?: string | null;
}

/** Players to choose from. */
export interface Engines {
  players: string[];
  /** Names of external engines; their commands stay with the person who started the program. */
  external: string[];
}

/** Why there is no answer. */
export interface ErrorAnswer {
  error: ErrorInfo;
}

export interface ErrorInfo {
  kind: string;
  message: string;
  /** The part of the request that is wrong. */
  field?: string | null;
}

/** The network's count of the whole board. */
export interface Expectation {
  /** Black's lead, komi included. */
  lead: number;
  /** In the last forty moves of a game nine in ten such counts are not further off. */
  within: number;
  /** What the regions add up to between the walls that the network expects, where all of them have a value. */
  counted: number | null;
}

/** Part of most requests: an SGF record and the position in it. */
export interface Explain {
  /** The record as SGF text, or a position drawn with `X`, `O` and `.`. */
  sgf: string;
  /** Position after this many moves of the main line; the end if absent. */
  move?: number | null;
  /** Overrides the record's rules. */
  rules?: string | null;
  /** Overrides the record's komi. */
  komi?: number | null;
}

export interface Explained {
  size: [number, number];
  to_play: ColorName;
  move_number: number;
  diagram: string;
  /** What a player would say first. */
  brief: Brief;
  strings: StringReport[];
  links: LinkReport[];
  groups: GroupReport[];
  families: FamilyReport[];
  /** Potential of every point, row by row from the top. */
  potential: number[][];
  judgement: JudgementReport;
  plan: Plan;
  candidates: Candidate[];
  move: string | null;
}

/** Part of most requests: an SGF record and the position in it. */
export interface Eyes {
  /** The record as SGF text, or a position drawn with `X`, `O` and `.`. */
  sgf: string;
  /** Position after this many moves of the main line; the end if absent. */
  move?: number | null;
  /** Overrides the record's rules. */
  rules?: string | null;
  /** Overrides the record's komi. */
  komi?: number | null;
  /** A stone of the group. */
  target: string;
}

export interface EyesAnswer {
  color: ColorName;
  /** Stones counted as one group. */
  stones: string[];
  /** Landman's value of the whole group (eye games cooled by one degree); several spaces are written as a sum. */
  value: string | null;
  /** Eyes with best play when Black moves first, two at most. */
  eyes_black_first: number | null;
  eyes_white_first: number | null;
  lives_black_first: boolean | null;
  lives_white_first: boolean | null;
  spaces: SpaceAnswer[];
  /** Every space was searched: otherwise areas that are open or too large are left out, and there may be eyes in them. */
  complete: boolean;
  /** The same in sentences. */
  reasons: string[];
}

export interface FamilyReport {
  id: number;
  color: ColorName;
  points: string[];
  /** Living stones in it. */
  stones: string[];
  side_length: number;
  inner_territory: string[];
  encirclement: number;
  strength: number;
  importance: number;
  /** Ids of its groups. */
  groups: number[];
  text: string;
}

export interface FaultCount {
  count: number;
  lost: number;
}

/** Faults of one kind. */
export interface Faults {
  count: number;
  lost: number;
  /** Games in which they were made. */
  games: number;
  phases: {
    endgame?: FaultCount;
    middle?: FaultCount;
    opening?: FaultCount;
  };
}

/** Moves of the player: all of them, those of a game, or those of a phase. */
export interface Figures {
  moves: number;
  /** Sum of the points lost. */
  lost: number;
  /** Points lost a move. */
  per_move: number;
  /** Share of the moves that lost less than a point. */
  within_one: number;
  /** Moves that are blamed. */
  faults: number;
}

export interface FileList {
  area: string;
  files: StoredFile[];
}

export interface FileRemoved {
  removed: string;
}

export interface FileWritten {
  name: string;
  bytes: number;
}

/** The opening evaluation of a position. */
export interface Fuseki {
  /** The record as SGF text, or a position drawn with `X`, `O` and `.`. */
  sgf: string;
  /** Position after this many moves of the main line; the end if absent. */
  move?: number | null;
  /** Overrides the record's rules. */
  rules?: string | null;
  /** Overrides the record's komi. */
  komi?: number | null;
  /** `paper`, `default`, or a file of parameters, which a request cannot name. */
  profile?: Profile | null;
  /** Only these moves, in GTP coordinates. */
  candidates?: string[] | null;
  /** How many candidates to report (10 if absent). */
  limit?: number | null;
}

/** A reviewed game. */
export interface GameReview {
  /** What makes two reviews the same: a finished one is not made again. */
  key: string;
  /** By this the record and the report that belong to it are known; empty if they were not written. */
  digest: string;
  title: string;
  /** With their ranks. */
  black: string;
  white: string;
  /** Black's name and White's as the record writes them; empty where it does not. */
  names: [string, string];
  event: string;
  date: string;
  result: string;
  /** A player of ours, or the name that an engine gives itself. */
  engine: string;
  /** The same in words, with its time a position. */
  judge: string;
  /** Whom it was written for. */
  for: Rank;
  summary: string;
  caveat: string;
  lessons: string[];
  moves: MoveReview[];
  /** Numbers of moves. */
  good_moves: number[];
  good_moves_by_paper: number[];
  mistakes: number[];
  turning_points: number[];
  /** Kos that were fought, each from its first capture to its last. */
  kos: KoStory[];
  /** What belongs together and is judged as one: exchanges, kos, points that stand open. */
  units: Unit[];
  /** The game told in order. */
  story: Chapter[];
  /** What to practise, with problems out of this game. */
  practice: Practice;
  /** How much each side lost, by phase. */
  accuracy: Accuracy[];
  /** The same for the whole game as sentences. */
  accuracy_lines: string[];
  /** How strong each side played, roughly; empty where nothing was measured to hold it against. */
  strength: Strength[];
  graph: GraphPoint[];
  /** Claims of fact in the comments. */
  claims: number;
  /** False if the review was interrupted: the moves are those judged so far. */
  complete: boolean;
  files: string[];
}

/** Part of most requests: an SGF record and the position in it. */
export interface GenMove {
  /** The record as SGF text, or a position drawn with `X`, `O` and `.`. */
  sgf: string;
  /** Position after this many moves of the main line; the end if absent. */
  move?: number | null;
  /** Overrides the record's rules. */
  rules?: string | null;
  /** Overrides the record's komi. */
  komi?: number | null;
  player?: PlayerOptions;
}

export interface Grade {
  /** The problems, one JSON object a line. */
  problems: string;
  /** Seconds for each problem. */
  limit?: number | null;
  /** Only problems of this type (`life-and-death`, `capture`…). */
  type?: string | null;
  /** Only problems whose solutions are a tree (`tree`) or a first move (`first-move`). */
  status?: string | null;
  /** Every how many-th problem of those asked for. */
  every?: number | null;
  /** The first of them (0 to `every` - 1): with each of these numbers in turn every problem comes once. */
  offset?: number | null;
  /** Problems tried at the same time, each on a processor of its own. */
  threads?: number | null;
  /** What came of problems tried earlier: they count and are not tried again. */
  earlier?: Marked[];
  /** Only the half of the problems whose id has an even (0) or odd (1) checksum: one to tune on, one to report. */
  half?: number | null;
  /** Each problem turned and mirrored in all eight ways, and with the colours exchanged: it has to pass in all of them. */
  symmetries?: boolean | null;
}

export interface Graded {
  total: number;
  passed: number;
  /** Of the passed, those proved without any judgement. */
  proved: number;
  failed: Marked[];
  /** Processor seconds of all threads together. */
  seconds: number;
  all: Tally;
  levels: Record<string, Tally>;
  /** Stopped before the last problem. */
  stopped: boolean;
}

export interface GraphPoint {
  number: number;
  /** For Black. */
  score: number;
  win_rate_black: number;
}

export interface GroupReport {
  id: number;
  color: ColorName;
  stones: string[];
  /** Ids of its strings. */
  strings: number[];
  inner_territory: string[];
  eyes: number;
  encirclement: number;
  /** Dame of orders 1 to 4. */
  dame: string[][];
  /** Moves the opponent needs to capture it. */
  moves: number;
  pon: number;
  strength: number;
  pon_strength: number;
  importance: number;
  class: string;
  /** `alive`, `unsettled` (lives if it moves first, dies if the opponent does), `dead` (even moving first), `seki`, `ko` or `open`. */
  status: string;
  /** Where the status comes from: `reading` (proved), `network`, or `shape` (ladders, eyes, room, liberties). */
  source: string;
  /** Its owner moving first, and the opponent moving first. */
  if_first: TurnReport;
  if_second: TurnReport;
  /** Chance to live, its owner moving first and the opponent moving first. */
  lives: Lives;
  reason: Reason;
}

/** What is expected by habit: it moves a candidate up in the table, and is no reason. */
export interface Habit {
  /** Of 100 cases. */
  percent: number;
  /** What it counts in the table. */
  value: number;
  text: string;
}

/** What happens if the opponent plays elsewhere. */
export interface IfIgnored {
  move: string;
  line: string[];
  /** Points at stake; 0 if below the judge's noise. */
  size: number;
  must_answer: boolean;
  text: string;
}

/** `ignored`: the last move, or one tried at `at`, and the opponent plays elsewhere. */
export interface Ignored {
  /** The record as SGF text, or a position drawn with `X`, `O` and `.`. */
  sgf: string;
  /** Position after this many moves of the main line; the end if absent. */
  move?: number | null;
  /** Overrides the record's rules. */
  rules?: string | null;
  /** Overrides the record's komi. */
  komi?: number | null;
  /** A move of the side to move, tried first; without it the question is about the last move of the record. */
  at?: string | null;
}

export interface IgnoredAnswer {
  /** The move asked about. */
  move: string | null;
  /** Who would play elsewhere. */
  passer: ColorName;
  /** The best next move of the side that moved, with its reasons. */
  threat: Candidate | null;
  /** How it goes on, as far as reading found it; the threat first. */
  line: string[];
  /** Judged for Black: now, and after the threat was carried out. */
  before: number;
  after: number | null;
  /** What the threat gains in points. */
  size: number;
  /** `must` be answered, `big` but can wait, `small`, or `nothing` is threatened. */
  verdict: string;
}

export interface IllegalPoint {
  point: string;
  /** `ko`, `superko` or `suicide`. */
  why: string;
}

/** Why another move, and not this one: the best move beside a mistake, the expected one beside a good move. */
export interface Instead {
  move: string;
  line: string[];
  /** What follows the move that was played. */
  played_line: string[];
  /** How much better the other move is for the mover, in points; negative if it is worse. */
  points: number;
  /** What the other move does and this one does not. */
  gains: ReasonText[];
  /** What this move does and the other one does not. */
  gives_up: ReasonText[];
  text: string;
}

export interface JobCancelled {
  cancelled: boolean;
}

export interface JobInfo {
  id: number;
  command: string;
}

export interface JobList {
  jobs: JobInfo[];
  /** Commands being worked on now, jobs and plain calls, until their work has really ended. */
  working: number;
}

export interface JobStarted {
  id: number;
}

export interface JudgementReport {
  /** Black's lead to go by, komi counted. */
  score: number;
  /** The same by territory and moyo alone: `black` − `white` − `compensation`. */
  sum: number;
  black: number;
  white: number;
  /** Settled points, stones included. */
  territory: {
    black: number;
    white: number;
  };
  moyo: {
    black: number;
    white: number;
  };
  compensation: number;
  phase: string;
  kind: string;
  /** Of the side to move. */
  standing: string;
  territory_points: {
    black: string[];
    white: string[];
  };
  reason: Reason;
  /** What dead stones changed in the picture. */
  adjusted: Reason[];
}

/** An exchange that its side kept for later. */
export interface Kept {
  /** The move instead of which it could first have been played. */
  since: number;
  /** Points that it would have cost then. */
  spared: number;
  /** The answer it would have got then, if that is another one. */
  answer: string | null;
}

/** What a fault was about: what the better move would have done. */
export type Kind = 'shape' | 'life-and-death' | 'capture' | 'connection' | 'race' | 'weak-groups' | 'big-points' | 'endgame' | 'unexplained';

export interface KnowledgeFile {
  path: string;
  built_in: boolean;
  own: boolean;
}

export interface KnowledgeFiles {
  files: KnowledgeFile[];
  /** The program's own text of the file asked for. */
  built_in: string | null;
  /** The user's. */
  own: string | null;
  /** What is wrong with the user's files. */
  complaints: string[];
}

export interface Ko {
  /** `simple`, `two-stage` or `approach`. */
  kind: string;
  /** Moves Black must make before he can win an approach ko, 1 to 8. */
  approach?: number | null;
  /** The result if Black wins the ko: a number, or for a simple ko any game (`{9|7}`: a move is left there). */
  black_wins: string;
  /** The result if White does, likewise. */
  white_wins: string;
  /** Include pictures in the answer. */
  pictures?: boolean;
}

export interface KoAnswer {
  kind: string;
  swing: string;
  /** Each position of the ko. */
  positions: KoPosition[];
}

export interface KoPosition {
  /** `Kb` (Black took last), `Ka` (White took last); `B`, `K`, `E` of a two-stage ko. */
  name: string;
  /** `placid` (the same whoever is komaster), `active` (the temperature differs) or `hyperactive` (the mean differs). */
  class: string;
  models: KoUnder[];
}

/** A ko of the game as the report tells it. */
export interface KoStory {
  /** Numbers of the first and the last capture. */
  first: number;
  last: number;
  /** Its last move: the one that ended it, or what the other side got for that. */
  end: number;
  /** The two points that were taken in turn. */
  place: [string, string];
  /** Who won it; who took it last, where no move ended it. */
  winner: ColorName;
  /** The move that ended it. */
  ended: number | null;
  /** Numbers of the threats that were answered. */
  threats: number[];
  /** The move that was not answered: the winner ended the ko instead. */
  ignored: number | null;
  /** How many of the threats were Black's and White's. */
  by_side: [number, number];
  /** What Black gained in points, exchanges elsewhere included. */
  change: number;
}

export interface KoUnder {
  /** `nte`, `komaster-black` or `komaster-white`. */
  model: string;
  mean: string;
  /** What one move gains. */
  temperature: string;
  /** The same as a share of the swing: 1/3, 1/4, 1/5, 1/8, 1/13 … */
  share: string;
  thermograph: Walls;
  picture?: string | null;
}

export interface LinkReport {
  color: ColorName;
  from: string;
  /** The other stone, or the point on the edge. */
  to: string;
  shape: string;
  state: string;
  edge: boolean;
  /** Do its two ends count as one? */
  strong: boolean;
  /** Does reading prove that it is cut, or that it cannot be? */
  proved: boolean;
  /** Points on the link, closed to the enemy. */
  blocking: string[];
  text: string;
}

/** `parameters`: all of them with range, unit, meaning and origin. */
export type ListParameters = Record<string, unknown>;

/** What this build can do. */
export interface Listing {
  program: string;
  version: string;
  commands: CommandInfo[];
}

export interface Lives {
  moving_first: number;
  moving_second: number;
}

export interface MadeProblems {
  /** A collection: one record a problem, right and wrong moves marked. */
  sgf: string;
  problems: number;
  games: number;
  positions: number;
  /** How many of them have which level. */
  levels: Record<string, number>;
  stopped: boolean;
}

export interface MakeProblems {
  /** The games, as SGF. */
  games: SourceGame[];
  /** Processor seconds for one position (default: 2). */
  limit?: number | null;
  /** So many problems at most. */
  max?: number | null;
}

/** One problem tried. Written as one line each, they add up over several runs. */
export interface Marked {
  id: string;
  level: string;
  expected: string[];
  got: string;
  /** Is the move one of the expected ones? */
  right: boolean;
  /** `proved` was read to the end, `judged` rests on a judgement, `unknown` met a limit. A `proved` wrong answer is a fault. */
  trust: string;
  /** Processor seconds spent. */
  seconds: number;
}

export interface MoveAnswer {
  move: string;
  after: string;
  score: number | null;
}

/** A move of the game with everything found about it. */
export interface MoveReview {
  number: number;
  move: string;
  color: ColorName;
  phase: Phase;
  search_rank: number;
  predicted_rank: number;
  /** Probability that prediction gave the move. */
  predicted_share: number;
  score_before: number;
  score_after: number;
  loss: number;
  /** For Black. */
  win_rate_before: number;
  win_rate_after: number;
  /** Class by points lost. */
  class: Verdict;
  /** `brilliant`, `good`, `good-bold`, `good-safe`; `blunder`, `mistake`, `inaccuracy`, `slack`; `ko-threat`, `natural`, `sound`. */
  verdict: string;
  /** Good by the rule of the paper. */
  good_by_paper: boolean;
  purpose: Purpose | null;
  mistake: boolean;
  /** A threat in a ko fight. */
  ko_threat: boolean;
  turning: boolean;
  /** Who leads from here on, where the lead changes hands. */
  leads: ColorName | null;
  /** The mistake after which its side never came back. */
  decisive: boolean;
  /** Looked at for longer; only such moves are praised or blamed. */
  confirmed: boolean;
  /** The judge's best move. */
  best: string | null;
  /** The line that begins with it; of every fault, whether it has a comment or not. */
  line: string[];
  /** What the fault was about, where it was looked into. */
  kind: Kind | null;
  /** The exchange, ko or standing point it belongs to: its place among the `units`, from 0. */
  unit: number | null;
  reasons: ReasonText[];
  comment: Comment | null;
}

export interface NamedGame {
  name: string;
  sgf: string;
}

export interface Neighbour {
  group: number;
  distance: number;
  friend: boolean;
  /** What it adds to r (friend) or to s (enemy). */
  strength: number;
  /** Size lost to overlap. */
  overlap: number;
}

export interface OpeningCandidate {
  move: string;
  value: number;
  parts: ([string, number])[];
  reason?: Reason | null;
}

export interface OpeningGroupReport {
  color: ColorName;
  stones: string[];
  S: number;
  pon: number;
  r: number;
  s: number;
  z: number;
  /** The overlaps were larger than the size; z was lifted to 0. */
  z_was_negative: boolean;
  t: number;
  neighbours: Neighbour[];
}

export interface OpeningReport {
  to_play: ColorName;
  profile: string;
  /** Expected territory of the side to move less the opponent's. */
  value: number;
  groups: OpeningGroupReport[];
  candidates: OpeningCandidate[];
}

export interface Parameter {
  name: string;
  values: number[];
  is_list: boolean;
  range: [number, number];
  unit: string;
  doc: string;
  source: string;
  /** What the program comes with. */
  built_in: number[];
}

export interface Parameters {
  parameters: Parameter[];
}

/** A part of the story. */
export type Part = 'opening' | 'fight' | 'turning-point' | 'ko' | 'endgame';

/** Part of most requests: an SGF record and the position in it. */
export interface PatternsPredict {
  /** The record as SGF text, or a position drawn with `X`, `O` and `.`. */
  sgf: string;
  /** Position after this many moves of the main line; the end if absent. */
  move?: number | null;
  /** Overrides the record's rules. */
  rules?: string | null;
  /** Overrides the record's komi. */
  komi?: number | null;
}

/** Part of most requests: an SGF record and the position in it. */
export interface Peep {
  /** The record as SGF text, or a position drawn with `X`, `O` and `.`. */
  sgf: string;
  /** Position after this many moves of the main line; the end if absent. */
  move?: number | null;
  /** Overrides the record's rules. */
  rules?: string | null;
  /** Overrides the record's komi. */
  komi?: number | null;
}

/** The part of `explain` that recognition alone can answer. */
export interface Peeped {
  size: [number, number];
  to_play: ColorName;
  strings: StringReport[];
  links: LinkReport[];
  groups: GroupReport[];
  families: FamilyReport[];
  /** Row by row from the top. */
  potential: number[][];
  judgement: JudgementReport;
}

/** A phase of the game; `phases` tells where they meet. */
export type Phase = 'opening' | 'middle' | 'endgame';

export interface Pictures {
  thermograph: string;
  tree: string;
}

/** How the move was chosen, beside the table. */
export interface Plan {
  strategy: string;
  emergency?: string | null;
  /** What the opponent would do if we passed. */
  threats: ThreatReport[];
  cooperation?: string[];
  pass?: string | null;
}

/** Per summand the score reached by beginning there; null where the player has no sensible move (a number). */
export interface Play {
  left_first: (string | null)[];
  right_first: (string | null)[];
  /** Indices of the best summands. */
  best_left: number[];
  best_right: number[];
}

/** A game of the player. */
export interface PlayedGame {
  title: string;
  date: string;
  color: ColorName;
  opponent: string;
  result: string;
  /** The name of its report in the same folder. */
  report: string | null;
  figures: Figures;
  phases: {
    endgame?: Figures;
    middle?: Figures;
    opening?: Figures;
  };
  /** The same in a line. */
  text: string;
}

export interface PlayedMove {
  color: string;
  /** `first`, `second` (mirrored) or `extra`: the liberty given to the side that moves second. */
  region: string;
  /** What the region became, White's negative. */
  after: string;
}

/** Which player, and how it is set up. */
export interface PlayerOptions {
  engine?: string;
  playouts?: number | null;
  seconds?: number | null;
  threads?: number;
  seed?: number;
  /** Share of random games in the judgement of positions, for players with a network. */
  playout_mix?: number;
}

/** What to do next. */
export interface Practice {
  /** One sentence for each side that has something to practise. */
  advice: string[];
  problems: Problem[];
}

export interface Predicted {
  to_play: ColorName;
  moves: PredictedMove[];
  /** The move of the record that follows, and its rank. */
  played: PredictedMove | null;
}

export interface PredictedMove {
  move: string;
  score: number;
  rank: number;
}

/** A position of the game in which a clearly better move was missed: "your turn". */
export interface Problem {
  /** The move that was played there. */
  number: number;
  color: ColorName;
  kind: Kind | null;
  question: string;
  /** The better move. */
  answer: string;
  line: string[];
  solution: string;
}

/** A first move that was weighed. */
export interface ProblemMove {
  move: string;
  /** How likely the network takes it to be the solution, 0 to 1. */
  chance: number;
  /** What the search found out about it in its share of the time. */
  result: string;
  /** The same in words. */
  text: string;
}

export interface ProblemReply {
  to_play: ColorName;
  /** `live` or `kill`: what the side to move wants with the group; `none` if no group is in question. */
  task: string;
  /** The stones of the group. */
  target: string[];
  move: string | null;
  /** `win`, `ko`, `seki`, `lose` or `unknown`. */
  result: string;
  /** With a ko: `mover` or `opponent` must find the first threat. */
  first_threat?: string | null;
  /** `proved`, `judged` or `none`. */
  trust: string;
  /** What `explain` says becomes of the group, and where that comes from, where it says something. */
  expected?: string | null;
  source?: string | null;
  /** Said where the two differ. */
  remark?: string | null;
  /** Proved, and no other move that one would think of does the same. */
  complete: boolean;
  /** Proved for these stones, but other moves do the same, so that something else may be meant. */
  has_others: boolean;
  pv: string[];
  /** The same in words, a sentence each. */
  sentences: string[];
  /** With a ko: what kind it is, as far as it was read. */
  ko?: ReadKo | null;
  /** What becomes of the move that was tried. */
  tried?: TriedMove | null;
  /** Where nothing was proved: the moves that were weighed, the best first. */
  candidates: ProblemMove[];
  nodes: number;
}

/** A profile of ours by its name, or a file of this machine. */
export type Profile = 'paper' | 'default';

/** How far long work has come. */
export interface Progress {
  done: number;
  /** 0 when unknown. */
  total: number;
  message: string;
  /** A partial result, where the command has one. */
  partial: unknown;
}

/** What a good move was for. */
export type Purpose = 'brilliant' | 'bold' | 'safe' | 'good';

/** Part of most requests: an SGF record and the position in it. */
export interface Race {
  /** The record as SGF text, or a position drawn with `X`, `O` and `.`. */
  sgf: string;
  /** Position after this many moves of the main line; the end if absent. */
  move?: number | null;
  /** Overrides the record's rules. */
  rules?: string | null;
  /** Overrides the record's komi. */
  komi?: number | null;
  /** A stone of each block. */
  a: string;
  b: string;
  /** Points of two liberty regions to play against each other. */
  difference?: [string, string] | null;
  /** Seconds at most where the race is beyond counting and must be read. */
  seconds?: number | null;
  /** Positions at most for each side moving first, likewise. */
  nodes?: number | null;
}

export interface RaceAnswer {
  /** Müller's class, 0 to 8. */
  class: number;
  class_name: string;
  /** `rule` (classes 0 and 1), `regions` (liberty games summed) or `reading`. */
  method: string;
  regions: RaceRegion[];
  shared: string[];
  /** Liberties of each block's eye. */
  eyes: {
    black: number;
    white: number;
  };
  /** The sum of the regions cooled by two degrees and the eyes. */
  total: string | null;
  /** Adjusted value when Black and when White moves first. */
  adjusted: {
    black: number;
    white: number;
  } | null;
  /** `black`, `white`: who captures; `seki`, `both` (neither captures, both live) or `unknown`. */
  black_first: string;
  white_first: string;
  /** By how many moves the side that captures is ahead (1 = just in time), Black and White moving first; null in a seki. */
  moves_ahead: {
    black: number | null;
    white: number | null;
  };
  /** Moves that keep the result, Black and White moving first. */
  best: {
    black: string[];
    white: string[];
  };
  /** The two regions asked for, one against the mirror of the other. */
  difference?: DifferenceAnswer | null;
  /** Why the race is beyond the exact classes. */
  beyond?: string | null;
  /** Was who captures counted or read to the end? Else it is a judgement. */
  proved: boolean;
  /** Where the exact answer differs from what is said of the groups with the whole board in sight. */
  remarks?: string[];
  /** The same in sentences. */
  reasons: string[];
}

export interface RaceRegion {
  points: string[];
  owner: string;
  /** The pruned liberty game. */
  tree: string;
  cooled: string;
  plain: boolean;
}

export type Rank = string;

export interface Ranked {
  move: string;
  rank: number;
  visits: number;
  /** For Black, 0 to 1. */
  win_rate_black: number;
  score: number | null;
  prior: number;
  pv: string[];
}

/** A ranking of all moves. */
export interface Ranking {
  to_play: ColorName;
  visits: number;
  /** For Black, 0 to 1. */
  win_rate_black: number;
  /** Expected margin for Black. */
  score: number | null;
  moves: Ranked[];
  /** Row by row from A1, +1 Black to −1 White. */
  ownership: number[] | null;
}

/** Part of most requests: an SGF record and the position in it. */
export interface Read {
  /** The record as SGF text, or a position drawn with `X`, `O` and `.`. */
  sgf: string;
  /** Position after this many moves of the main line; the end if absent. */
  move?: number | null;
  /** Overrides the record's rules. */
  rules?: string | null;
  /** Overrides the record's komi. */
  komi?: number | null;
  /** `ladder`, `capture`, `connect`, `life` or `either`. */
  goal: string;
  /** Stones in GTP notation; for `either` intentions such as `life:D4`, `connect:D4,F3`, `capture:C3`. */
  targets: string[];
  /** Include the search tree. */
  trace?: boolean;
  /** Seconds for each side moving first. */
  seconds?: number | null;
  /** Positions for each side moving first. */
  nodes?: number | null;
  /** How captures are read: `ours` (the default), or `paper` for the search of "Go Generation" (1988). */
  method?: string | null;
}

export interface ReadAnswer {
  goal: string;
  target: string[];
  /** The side whose success is called the attack. */
  attacker: ColorName;
  attack: ReadSide;
  defend: ReadSide;
  /** What was asked, and the answers in words: Black first, then White first, and what else is to be said. */
  title: string;
  sentences: string[];
  /** How many positions were read, in words. */
  effort: string;
  /** For programs: `success`, `neutral`, `failure` or `unknown`, of the side called attacker. */
  status: string;
  nodes: number;
  /** Both turns proved, no judgement involved. */
  complete: boolean;
  /** Points the answer depends on. */
  depends_on: string[];
  /** For `life`: what `explain` says becomes of the group (`alive`, `unsettled`, `dead`, `seki`, `ko`), where it says something; the answer goes by it unless reading proves otherwise. */
  expected?: string | null;
  /** Where that comes from: `reading`, `network` or `shape`. */
  source?: string | null;
  /** What attack and defence reach by the search alone, without a proof, where that differs. */
  searched?: [string, string] | null;
  /** The difference in a sentence. */
  remark?: string | null;
  /** For a ladder that works: points where a stone of the owner would break it. */
  breakers?: string[];
  trace?: Traces | null;
}

/** `knowledge`: the files, and the text of one of them. */
export interface ReadKnowledge {
  path?: string | null;
}

/** A ko as far as it was read. */
export interface ReadKo {
  /** `direct`, `approach`, `stages`, `thousand-year`, or `ko` where no more is known. */
  kind: string;
  /** Who takes first, and so whose opponent has to find the first threat. */
  takes_first: ColorName;
  first_threat: ColorName;
  /** Threats that Black, and White, must leave unanswered to win it, where that is known. */
  black_ignores: number | null;
  white_ignores: number | null;
  /** The same in words. */
  text: string;
}

export interface ReadSide {
  result: string;
  move: string | null;
  pv: string[];
  /** `proved`, `judged` or `none`. */
  trust: string;
  /** With a ko: `mover` or `opponent` must find the first threat. */
  first_threat?: string | null;
  /** With a ko: what kind it is, as far as it was read. */
  ko?: ReadKo | null;
  /** The answer in words. */
  text: string;
}

/** A sentence and what it rests on. */
export interface Reason {
  rule: string;
  text: string;
  marks?: Area[];
  because?: Reason[];
}

/** A reason as plain data. */
export interface ReasonText {
  rule: string;
  text: string;
  /** Points it speaks of. */
  points: string[];
}

export interface RegionAnswer {
  label: string;
  /** Of the values of this region. */
  standing: Standing;
  points: string[];
  /** Canonical value under the game's scoring, prisoners taken in the region included; `ko` or `unknown` without one. */
  game: string;
  chilled: string | null;
  mean: string | null;
  mean_float: number | null;
  /** Miai counting: what one move gains. */
  temperature: string | null;
  temperature_float: number | null;
  /** Deiri counting: the swing between both players' moves. */
  deiri: string;
  /** `idle`, `gote`, `black-sente`, `white-sente` (the other side's move is reverse sente), `double-sente` or `unknown`. */
  sente: string;
  best: {
    black: string | null;
    white: string | null;
  };
  /** Moves of each side with the final score they lead to. */
  moves: {
    black: MoveAnswer[];
    white: MoveAnswer[];
  };
  thermograph: Walls | null;
  complete: boolean;
  interval?: [number, number] | null;
  positions: number;
  /** `unconditional`, `read` or `judged`: what stands behind the stones around the region. */
  safety: string;
  /** Where the value depends on kos: the games if White, and if Black, never takes inside a loop. */
  between?: [string, string] | null;
  /** Sacrifices were left out of the search. */
  sober?: boolean;
  /** The same in a sentence. */
  reason: string;
  pictures?: Pictures | null;
}

export interface RemovedReason {
  intention: string;
  value: number;
  by: string;
  text: string;
  /** Who took it out, and why, in a sentence. */
  sentence: string;
}

export interface Replay {
  /** Width and height. */
  size: [number, number];
  rules?: string | null;
  /** Parents come before their children. */
  nodes: ReplayNode[];
  /** Say which empty points the side to move may not play at this node, and why. */
  illegal_at?: number | null;
}

export interface ReplayNode {
  parent?: number | null;
  /** Colour and point (or `pass`). */
  play?: [string, string] | null;
  add_black?: string[];
  add_white?: string[];
  clear?: string[];
  to_play?: ColorName | null;
}

export interface Replayed {
  nodes: Change[];
  illegal?: IllegalPoint[] | null;
}

export interface Review {
  /** One record as SGF text. */
  sgf?: string | null;
  /** Or several, with a name for each. */
  games?: NamedGame[];
  /** A built-in player; the strongest if absent. */
  engine?: string | null;
  playouts?: number | null;
  seconds?: number | null;
  threads?: number | null;
  seed?: number | null;
  /** For whom: a rank from `30k` to `9d`. Default: the ranks in the record, else `1d`. */
  for?: string | null;
  /** At most this many comments a game (default: by the reader, 20 for dan players). */
  comments?: number | null;
  /** Comment these moves whatever they are. */
  always?: number[];
  thresholds?: Thresholds | null;
  rules?: string | null;
  komi?: number | null;
  /** Sum up the games of this player; only those are reviewed. */
  player?: string | null;
}

export interface Reviewed {
  /** Those of the first game, for callers that review one. */
  moves: MoveReview[];
  good_moves: number[];
  mistakes: number[];
  /** The annotated record and the report of the first game. */
  sgf: string;
  html: string;
  games: GameReview[];
  /** What the games of one player have in common, where a player was named. */
  summary: Summary | null;
  /** False if the review was interrupted. */
  complete: boolean;
}

export interface RuleMatch {
  id: string;
  name: string;
  move: string;
  color: ColorName;
  value: number;
}

/** Whose figures the anchors are held against. */
export type Seen = 'network' | 'strong';

/** Part of most requests: an SGF record and the position in it. */
export interface Show {
  /** The record as SGF text, or a position drawn with `X`, `O` and `.`. */
  sgf: string;
  /** Position after this many moves of the main line; the end if absent. */
  move?: number | null;
  /** Overrides the record's rules. */
  rules?: string | null;
  /** Overrides the record's komi. */
  komi?: number | null;
  /** potential, groups, families, territory or encirclement: what recognition sees, drawn over the board. */
  overlay?: string | null;
}

export interface Shown {
  /** Width and height. */
  size: [number, number];
  to_play: ColorName;
  black: string[];
  white: string[];
  ko: string | null;
  /** Prisoners held by each side. */
  captures: Captures;
  move_number: number;
  moves_in_record: number;
  last_move: string | null;
  rules: string;
  komi: number;
  diagram: string;
  overlay?: string | null;
}

/** An easier move beside the best one, or the best move itself if it is the easiest. */
export interface Simple {
  move: string;
  cost: number;
  text: string;
}

/** What may be asked. */
export interface Solve {
  /** ROWSxCOLUMNS, such as 4x5; not needed with a record. */
  board?: string | null;
  /** A record whose position is to be solved, as SGF text. */
  sgf?: string | null;
  /** Position after this many moves of the record's main line; the end if absent. */
  move?: number | null;
  /** A drawn position instead of a record: X, O and . row by row from the top, rows separated by / or line ends. */
  diagram?: string | null;
  /** Side to move of a drawn position: black (the default) or white. */
  to_play?: string | null;
  /** A point of a drawn position that may not be retaken now, such as B2. */
  ko?: string | null;
  /** basic, tie0, passdiff, psk, ssk or afure. */
  rules?: string | null;
  /** base, promise, all, best or oracle. */
  method?: string | null;
  /** Only who wins, not by how much. */
  win?: boolean;
  /** With the paper's searcher: merge positions after filling promised points. */
  landfill?: boolean;
  /** Also the value of every legal move. */
  moves?: boolean;
  threads?: number | null;
  /** Table memory in MiB. */
  memory?: number | null;
  /** Stop after about this many positions. */
  nodes?: number | null;
}

export interface Solved {
  board: string;
  rules: string;
  method: string;
  /** black, white, draw, not-black (the paper's second answer) or unknown. */
  result: string;
  /** Black's margin. */
  value: number | null;
  low: number;
  high: number;
  complete: boolean;
  to_play: ColorName;
  best: string | null;
  pv: string[];
  nodes: number;
  seconds: number;
  nodes_per_second: number;
  table_bytes: number;
  /** Codes: identification-not-proven, needs-walk, outcome-only, stopped, bracket-only. */
  notes: string[];
  moves?: SolvedMove[] | null;
  /** Why the proof could not be saved, if it could not. */
  unsaved?: string | null;
}

/** The value of one legal move. */
export interface SolvedMove {
  move: string;
  value: number | null;
  low: number;
  high: number;
}

/** A game and where it comes from. */
export interface SourceGame {
  name: string;
  sgf: string;
}

export interface SpaceAnswer {
  points: string[];
  game: string | null;
  chilled: string | null;
  /** The defender's best move and the attacker's, where there is something to decide. */
  make: string | null;
  destroy: string | null;
}

/** What a statement rests on. */
export type Standing = 'proved' | 'conditional';

export interface StoredFile {
  name: string;
  bytes: number;
  /** Seconds since 1970. */
  modified: number;
}

/** Where a player stands. */
export interface Strength {
  /** The side; none for many games of one player. */
  color: ColorName | null;
  seen: Seen;
  moves: number;
  /** None with too few moves. */
  place: number | null;
  /** The standard error of the place. */
  error: number | null;
  text: string;
}

export interface StringReport {
  id: number;
  color: ColorName;
  stones: string[];
  liberties: string[];
  key: boolean;
  /** `alive`, `neutral` (whoever moves first decides) or `dead`, proved; `capturable` (it falls if the opponent moves first, whether it can be saved is open), `open` (no capture is seen) or `unknown`. */
  status: string;
  reason: Reason;
}

/** The player's games together. */
export interface Summary {
  schema: string;
  /** As the records write the name. */
  player: string;
  /** Who judged. */
  judge: string;
  /** In the order of their dates; those without one come last. */
  games: PlayedGame[];
  figures: Figures;
  phases: {
    endgame?: Figures;
    middle?: Figures;
    opening?: Figures;
  };
  kinds: Record<string, Faults>;
  /** How strong the player is, roughly, by the games that have a scale. */
  strength: Strength | null;
  /** Games named that the player does not play in. */
  left_out: number;
  /** False if the review was interrupted: these are the games done. */
  complete: boolean;
  /** What is to be said of it. */
  text: string[];
  files: string[];
}

/** Counts of one level or of all. */
export interface Tally {
  problems: number;
  /** Right move, read to the end, within a second of processor time and within the limit. */
  proved_in_a_second: number;
  proved: number;
  /** Right move with or without proof, within a second and within the limit. */
  right_in_a_second: number;
  right: number;
  /** Another move, and those of them that claim a proof. */
  other: number;
  other_proved: number;
  /** No answer within the limit. */
  unknown: number;
}

/** A word with its explanation. */
export interface Term {
  word: string;
  text: string;
  /** The page of concepts that says more. */
  page: string;
}

/** A theme with the figures its test found. */
export type Theme = {
  kind: 'only-move';
  gap: number;
} | {
  kind: 'unpunished';
  number: number;
  lost: number;
  back: number;
} | {
  kind: 'order';
  first: string;
  then: string;
} | {
  kind: 'urgent';
  at: string;
  first: number;
  second: number;
} | {
  kind: 'sente';
  answer: string;
  next: string;
  reply: string;
} | {
  kind: 'direction';
  open: number;
  other: number;
} | {
  kind: 'follow-up';
  at: string;
} | {
  kind: 'stones';
  at: string;
  better: number;
  played: number;
} | {
  kind: 'gives-up';
  at: string;
  stones: number;
} | {
  kind: 'trade';
  gives: string;
  stones: number;
  takes: string;
  taken: number;
} | {
  kind: 'exchange-lost';
  at: string;
  answer: string;
  reply: string;
} | {
  kind: 'aji-gone';
  from: string;
  to: string;
} | {
  kind: 'too-deep';
  lives: number;
} | {
  kind: 'place';
  share: number;
  more: number;
  fewer: number;
} | {
  kind: 'both';
  reply: string;
};

/** A theme in words. */
export interface ThemeText {
  theme: Theme;
  rule: string;
  text: string;
}

export interface ThreatReport {
  move: string;
  intention: string;
  value: number;
  stones: string[];
  /** The same in a sentence. */
  text: string;
}

/** Limits that can be changed. */
export interface Thresholds {
  /** The paper's rule: up to this move, ranked by the search above `paper_search` and by prediction below `paper_predicted`. */
  paper_moves?: number;
  paper_search?: number;
  paper_predicted?: number;
  /** Our rule: expected with at most this probability, among the first moves of the search, and better by this chance than the move one would expect. */
  surprise?: number;
  search?: number;
  better?: number;
  /** Points lost that divide the six classes. */
  classes?: [number, number, number, number, number];
  /** A blamed move that costs this chance to win is a mistake at least, or a blunder, whatever its points. */
  swings?: [number, number];
  /** Win rate below which a side is behind, above which it is ahead. */
  behind?: number;
  ahead?: number;
}

export interface TraceNode {
  move: string | null;
  color: ColorName | null;
  result: string;
  nodes: number;
  children: TraceNode[];
}

export interface Traces {
  attack: TraceNode;
  defend: TraceNode;
  /** Both trees as commented SGF. */
  attack_sgf: string;
  defend_sgf: string;
}

/** What became of a move that was tried. */
export interface TriedMove {
  move: string;
  /** For the side that played it: `win`, `ko`, `seki`, `lose` or `unknown`. */
  result: string;
  /** `proved`, `judged` or `none`. */
  trust: string;
  /** Does it do what was asked? */
  works: boolean;
  /** The move, the answer to it, and what follows. */
  pv: string[];
  /** Why it fails: `vital`, `taken`, `captures`, `atari`, `ko`, `seki` or `plain`; nothing where it works or is not known. */
  reason?: string | null;
  /** The same in words. */
  text: string;
}

/** What comes of it if a side moves first. */
export interface TurnReport {
  /** `lives`, `seki`, `ko`, `dies` or `unknown`. */
  result: string;
  /** The move that decides, where reading found one. */
  move: string | null;
  /** With a ko: who takes first, and who must find the first threat. */
  takes_first?: ColorName | null;
  must_threaten?: ColorName | null;
  pv: string[];
}

/** Moves that are judged as one. */
export interface Unit {
  kind: UnitKind;
  /** Numbers of its moves. */
  first: number;
  last: number;
  /** Who threatened, who won the ko, who left the point open first. */
  color: ColorName;
  /** Points that the blamed side lost from before it to after it; 0 if none is blamed. */
  loss: number;
  /** The move that answers for it. */
  blamed: number | null;
  /** The point that stands open. */
  at: string | null;
  /** The faults that left it open. */
  missed: number[];
  /** Do both sides leave it? */
  both: boolean;
  /** The move that takes it at last. */
  until: number | null;
  /** Does the better line play the exchange later? */
  later: boolean;
  /** An exchange that waited until it cost nothing. */
  kept: Kept | null;
}

/** What kind of unit. */
export type UnitKind = 'ko' | 'exchange' | 'standing';

/** Six classes by what was lost. */
export type Verdict = 'excellent' | 'good' | 'slack' | 'inaccuracy' | 'mistake' | 'blunder';

/** Corners `[t, value]` of the walls for t >= 0; constant above the last one. */
export interface Walls {
  left: ([string, string])[];
  right: ([string, string])[];
}

/** Request and answer of every command. */
export interface Commands {
  /** the board with captures, ko and turn */
  'show': { request: Show; response: Shown };
  /** strings, links, groups, families, judgement and reasons */
  'explain': { request: Explain; response: Explained };
  /** opening evaluation by the possible omission number */
  'fuseki': { request: Fuseki; response: OpeningReport };
  /** ladder, capture, connection, life and death: both players first */
  'read': { request: Read; response: ReadAnswer };
  /** life-and-death problems without a stated goal: the group, the move, and whether it is proved */
  'problem': { request: AskProblem; response: ProblemReply };
  /** calculator for combinatorial games: canonical form, mean, temperature, thermograph, outcome */
  'cgt': { request: Cgt; response: CgtAnswer };
  /** worth of simple, two-stage and approach kos under each model of ko threats */
  'ko': { request: Ko; response: KoAnswer };
  /** independent regions with exact values, their sum, and the best moves of both sides */
  'endgame': { request: Endgame; response: EndgameAnswer };
  /** eye-space value of a group */
  'eyes': { request: Eyes; response: EyesAnswer };
  /** capturing race of two blocks: class, liberty games, who wins and how */
  'race': { request: Race; response: RaceAnswer };
  /** ranks all legal moves by how likely a strong player chooses them */
  'patterns-predict': { request: PatternsPredict; response: Predicted };
  /** solve Go on a small board */
  'solve': { request: Solve; response: Solved };
  /** what each node of a game tree changes on the board */
  'replay': { request: Replay; response: Replayed };
  /** a move by one of the built-in players */
  'genmove': { request: GenMove; response: Chosen };
  /** all moves ranked by a searching player, handed out as it thinks */
  'analyse': { request: Analyse; response: Ranking };
  /** the count of a finished game, dead stones guessed or given */
  'score': { request: Count; response: Counted };
  /** strings, links, groups, families, potential and judgement, without candidates */
  'peep': { request: Peep; response: Peeped };
  /** what happens if a move is not answered: the threat, its line and its size */
  'ignored': { request: Ignored; response: IgnoredAnswer };
  /** why this move, not that one: reasons of both and what each misses */
  'compare': { request: Compare; response: Compared };
  /** score, phase and temperature of every position of a game */
  'course': { request: Course; response: CourseAnswer };
  /** every parameter with its value, range, unit, meaning and origin */
  'parameters': { request: ListParameters; response: Parameters };
  /** the knowledge files and their texts */
  'knowledge': { request: ReadKnowledge; response: KnowledgeFiles };
  /** whether a knowledge file is sound, and where its rules match on a board */
  'check': { request: CheckKnowledge; response: Checked };
  /** finds and explains good moves, mistakes and turning points of a game */
  'review': { request: Review; response: Reviewed };
  /** run problem collections and say which are solved */
  'grade': { request: Grade; response: Graded };
  /** problems cut out of games: one right move, everything proved, written as SGF */
  'problem-make': { request: MakeProblems; response: MadeProblems };
}
