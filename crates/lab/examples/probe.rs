use lab::*;
use std::time::Instant;
fn main(){
  let args: Vec<String>=std::env::args().collect();
  let a=omega::builtin::builtin(&args[2]).unwrap();
  let (b,_)=buchi::Buchi::of_automaton(&a).unwrap().unwrap();
  let s=match args[1].as_str(){"V0"=>scheme::Scheme::V0,"V1"=>scheme::Scheme::V1,"st"=>scheme::Scheme::Stutter,"seq"=>scheme::Scheme::Sequential,_=>scheme::Scheme::Offline};
  let c=s.companion(&b).unwrap();
  let ops:usize=args[3].parse().unwrap(); let st:usize=args[4].parse().unwrap();
  for n in 2..=st {
    let t=Instant::now();
    let e=enumerate::Enumeration::new(&enumerate::Bounds{states:n,operations:ops,letters:b.letters});
    let mut j=judge::Judge::<rows::Small>::new([&c]);
    for task in &e.tasks { if e.run(task,&mut j).is_break(){break;} }
    println!("{n}: tasks {} {:?} {:?} {:?}",e.tasks.len(),j.counts,t.elapsed(),j.found);
    if j.found.is_some(){break;}
  }
}
