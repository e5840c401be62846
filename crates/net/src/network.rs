//! The network itself: trunk of residual blocks, then the heads.

use crate::convolution::{After, Convolution, Image};
use crate::format::{self, BadNetwork, Parts};
use crate::heads::{Linear, Output, pooled};
use crate::input::{Input, View};
use crate::katago::Model;
use crate::kernel::Instructions;

/// Two convolutions beside the residual stream, with a look at the whole board in some blocks.
pub(crate) struct Block {
    /// Inverse step sizes of the stream where it enters the first convolution, and between the two.
    pub inverse_steps_in: Vec<f32>,
    pub first: Convolution,
    pub inverse_steps_between: Vec<f32>,
    pub second: Convolution,
    pub pooled: Option<Linear>,
}

/// Whose network it is.
enum Kind {
    Ours(Box<Parts>),
    KataGo(Box<Model>),
}

/// A loaded network; shared between threads.
pub struct Net {
    kind: Kind,
    instructions: Instructions,
    /// Bytes of the file it came from.
    bytes: usize,
}

/// Memory of one evaluating thread.
#[derive(Default)]
pub struct Workspace {
    planes: Image,
    stream: Vec<f32>,
    outer: Image,
    inner: Image,
    head: Vec<f32>,
}

impl Net {
    /// Reads a network file: one of ours, or one of KataGo's (`.bin.gz`), which is turned into integers.
    pub fn read(bytes: &[u8]) -> Result<Net, BadNetwork> {
        let kind = if Model::is_packed(bytes) {
            let mut model = Model::read(bytes)?;
            model.quantise();
            Kind::KataGo(Box::new(model))
        } else {
            Kind::Ours(Box::new(format::read(bytes)?))
        };
        Ok(Net { kind, instructions: Instructions::best(), bytes: bytes.len() })
    }

    /// The network this program ships.
    pub fn embedded() -> Net {
        Net::read(include_bytes!("../../../knowledge/net/default.gnet")).expect("the embedded network is valid")
    }

    /// The one it ships for what professionals are expected to play. Its judgement is not for use.
    pub fn embedded_habit() -> Net {
        Net::read(include_bytes!("../../../knowledge/net/habit.gnet")).expect("the embedded network is valid")
    }

    /// The one it ships for problems of life and death: moves that do what the side to move wants.
    pub fn embedded_for_problems() -> Net {
        Net::read(include_bytes!("../../../knowledge/net/problems.gnet")).expect("the embedded network is valid")
    }

    /// What it sees of a position.
    pub fn view(&self) -> View {
        match &self.kind {
            Kind::Ours(parts) => parts.view,
            Kind::KataGo(_) => View::KataGo,
        }
    }

    /// What the network is and how it was made.
    pub fn about(&self) -> &str {
        match &self.kind {
            Kind::Ours(parts) => &parts.about,
            Kind::KataGo(model) => model.name(),
        }
    }

    pub fn channels(&self) -> usize {
        match &self.kind {
            Kind::Ours(parts) => parts.channels,
            Kind::KataGo(model) => model.channels(),
        }
    }

    pub fn blocks(&self) -> usize {
        match &self.kind {
            Kind::Ours(parts) => parts.blocks.len(),
            Kind::KataGo(model) => model.blocks(),
        }
    }

    /// Bytes of the network file.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    pub fn instructions(&self) -> Instructions {
        self.instructions
    }

    /// Takes other instructions, where the processor has them (for comparisons).
    pub fn set_instructions(&mut self, instructions: Instructions) {
        if instructions.available() {
            self.instructions = instructions;
        }
    }

    /// Evaluates one position, seen as [`Net::input`] shows it.
    pub fn evaluate(&self, input: &Input, work: &mut Workspace) -> Output {
        assert_eq!(input.view, self.view(), "the input was made for another kind of network");
        let parts = match &self.kind {
            Kind::Ours(parts) => parts,
            Kind::KataGo(model) => return model.output(input, self.instructions),
        };
        self.run_trunk(parts, input, work);
        let heads = &parts.heads;
        work.head.resize(input.size.area() * heads.enter.width(), 0.0);
        heads.enter.run(self.instructions, &work.outer, &heads.enter.bias, After::Keep { values: &mut work.head });
        heads.answer(input, &work.head)
    }

    fn run_trunk(&self, parts: &Parts, input: &Input, work: &mut Workspace) {
        let (width, height) = (input.size.width(), input.size.height());
        let channels = parts.channels;
        let planes = input.view.planes();
        work.planes.reshape(width, height, planes);
        work.outer.reshape(width, height, channels);
        work.inner.reshape(width, height, channels);
        work.stream.resize(width * height * channels, 0.0);
        for (pixel, seen) in input.planes.chunks_exact(planes).enumerate() {
            work.planes.channels_of_mut(pixel).copy_from_slice(seen);
        }
        let mut bias = parts.enter_globals.apply(&input.globals);
        bias.iter_mut().zip(&parts.enter.bias).for_each(|(b, own)| *b += own);
        let steps = |block: usize| parts.blocks.get(block).map_or(&parts.inverse_steps, |b| &b.inverse_steps_in);
        let begin =
            After::Residual { stream: &mut work.stream, begins: true, image: &mut work.outer, inverse_steps: steps(0) };
        parts.enter.run(self.instructions, &work.planes, &bias, begin);
        for (i, block) in parts.blocks.iter().enumerate() {
            let between = After::Quantise { image: &mut work.inner, inverse_steps: &block.inverse_steps_between };
            block.first.run(self.instructions, &work.outer, &block.first.bias, between);
            let mut bias = block.second.bias.clone();
            if let Some(linear) = &block.pooled {
                let seen = pool_image(input, &work.inner, &block.inverse_steps_between);
                bias.iter_mut().zip(linear.apply(&seen)).for_each(|(b, more)| *b += more);
            }
            let add = After::Residual {
                stream: &mut work.stream,
                begins: false,
                image: &mut work.outer,
                inverse_steps: steps(i + 1),
            };
            block.second.run(self.instructions, &work.inner, &bias, add);
        }
    }

    /// Evaluates many positions on some threads.
    pub fn evaluate_all(&self, inputs: &[Input], threads: usize) -> Vec<Output> {
        let share = inputs.len().div_ceil(threads.max(1)).max(1);
        let work_on = |part: &[Input]| {
            let mut work = Workspace::default();
            part.iter().map(|input| self.evaluate(input, &mut work)).collect::<Vec<_>>()
        };
        if inputs.len() <= share {
            return work_on(inputs);
        }
        std::thread::scope(|scope| {
            let parts: Vec<_> = inputs.chunks(share).map(|part| scope.spawn(move || work_on(part))).collect();
            parts.into_iter().flat_map(|part| part.join().expect("evaluation does not panic")).collect()
        })
    }
}

/// Pools quantised activations: sums and maxima of small integers, exact on every processor.
fn pool_image(input: &Input, image: &Image, inverse_steps: &[f32]) -> Vec<f32> {
    let mut sum = vec![0u32; image.channels];
    let mut top = vec![0u8; image.channels];
    for pixel in 0..image.width * image.height {
        for ((s, t), &value) in sum.iter_mut().zip(&mut top).zip(image.channels_of(pixel)) {
            *s += u32::from(value);
            *t = (*t).max(value);
        }
    }
    let sum = sum.iter().zip(inverse_steps).map(|(&s, inverse)| s as f32 / inverse).collect();
    let top = top.iter().zip(inverse_steps).map(|(&t, inverse)| f32::from(t) / inverse).collect();
    pooled(input.size, sum, top)
}
