//! A diagram as PNG, drawn without any font of the machine.

use gosedai_board::Color as Side;
use gosedai_explain::picture::{Picture, RING, STAR, STONE, Shape, Writing};
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use super::glyphs;

/// Pixels a unit of the picture: 19x19 is 1236 pixels wide, ten centimetres at 300 a inch.
const SCALE: f32 = 3.0;

const WOOD: [u8; 3] = [0xf2, 0xd9, 0xa5];
const LINES: [u8; 3] = [0x3d, 0x30, 0x17];
const BLACK: [u8; 3] = [0x11, 0x11, 0x11];
const WHITE: [u8; 3] = [0xff, 0xff, 0xff];
const LETTERS: [u8; 3] = [0x5b, 0x4a, 0x22];
const BLUE: [u8; 3] = [0x1d, 0x4e, 0xd8];

struct Sheet {
    pixels: Pixmap,
}

fn paint([r, g, b]: [u8; 3]) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(Color::from_rgba8(r, g, b, 0xff));
    paint
}

fn contrast(on: Side) -> [u8; 3] {
    if on == Side::Black { WHITE } else { BLACK }
}

impl Sheet {
    fn fill(&mut self, path: &Path, color: [u8; 3]) {
        let scale = Transform::from_scale(SCALE, SCALE);
        self.pixels.fill_path(path, &paint(color), FillRule::Winding, scale, None);
    }

    fn stroke(&mut self, path: &Path, color: [u8; 3], width: f32) {
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        self.pixels.stroke_path(path, &paint(color), &stroke, Transform::from_scale(SCALE, SCALE), None);
    }

    fn shape(&mut self, shape: &Shape) -> Option<()> {
        let place = |x: usize, y: usize| (x as f32, y as f32);
        match shape {
            Shape::Wood { x, y, width, height } => {
                let ((x, y), (width, height)) = (place(*x, *y), place(*width, *height));
                self.fill(&PathBuilder::from_rect(Rect::from_xywh(x, y, width, height)?), WOOD);
            }
            Shape::Line { from, to } => {
                let mut path = PathBuilder::new();
                path.move_to(from.0 as f32, from.1 as f32);
                path.line_to(to.0 as f32, to.1 as f32);
                // the only line of a board of one point has no length
                if let Some(path) = path.finish() {
                    self.stroke(&path, LINES, 0.8);
                }
            }
            Shape::Star { x, y } => {
                let (x, y) = place(*x, *y);
                self.fill(&PathBuilder::from_circle(x, y, STAR)?, BLACK);
            }
            Shape::Stone { x, y, color } => {
                let (x, y) = place(*x, *y);
                let circle = PathBuilder::from_circle(x, y, STONE)?;
                self.fill(&circle, if *color == Side::Black { BLACK } else { WHITE });
                self.stroke(&circle, BLACK, 0.8);
            }
            Shape::Ring { x, y, on } => {
                let (x, y) = place(*x, *y);
                self.stroke(&PathBuilder::from_circle(x, y, RING)?, contrast(*on), 2.0);
            }
            Shape::Text { x, y, writing, text } => {
                let (height, color, width) = match writing {
                    Writing::Coordinate => (6.4, LETTERS, 0.8),
                    Writing::Number(on) => (8.2, contrast(*on), 1.5),
                    Writing::Label => (10.0, BLUE, 1.8),
                };
                for path in glyphs::text(text, *x as f32, *y as f32, height) {
                    self.stroke(&path, color, width);
                }
            }
        }
        Some(())
    }
}

/// The picture as the bytes of a file; none if it is too large to be drawn.
pub fn draw(picture: &Picture) -> Option<Vec<u8>> {
    let pixels = |length: usize| (length as f32 * SCALE).ceil() as u32;
    let mut sheet = Sheet { pixels: Pixmap::new(pixels(picture.width), pixels(picture.height))? };
    for shape in &picture.shapes {
        sheet.shape(shape)?;
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, sheet.pixels.width(), sheet.pixels.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    // by this the file is known as ours
    encoder.add_text_chunk("Software".into(), "Gosedai".into()).ok()?;
    let mut writer = encoder.write_header().ok()?;
    // every pixel is covered by wood, so that the colours are as they are drawn
    writer.write_image_data(sheet.pixels.data()).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}
