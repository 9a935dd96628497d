/** A+B, once per language family: what an empty editor starts with, and what a host tries its toolchains on. */
export const TEMPLATES = {
  c: `#include <stdio.h>

int main(void)
{
    int a, b;
    while (scanf("%d %d", &a, &b) == 2)
        printf("%d\\n", a + b);
    return 0;
}
`,
  cpp: `#include <iostream>

int main()
{
    int a, b;
    while (std::cin >> a >> b)
        std::cout << a + b << std::endl;
    return 0;
}
`,
  java: `import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextInt()) {
            System.out.println(in.nextInt() + in.nextInt());
        }
    }
}
`,
  kotlin: `fun main() {
    while (true) {
        val line = readLine() ?: break
        val (a, b) = line.trim().split(" ").map { it.toInt() }
        println(a + b)
    }
}
`,
  python: `import sys

for line in sys.stdin:
    numbers = line.split()
    if len(numbers) == 2:
        print(int(numbers[0]) + int(numbers[1]))
`,
  go: `package main

import "fmt"

func main() {
	var a, b int
	for {
		if n, _ := fmt.Scan(&a, &b); n != 2 {
			break
		}
		fmt.Println(a + b)
	}
}
`,
  rust: `use std::io::{self, BufRead};

fn main() {
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let numbers: Vec<i64> = line.split_whitespace().map(|x| x.parse().unwrap()).collect();
        if numbers.len() == 2 {
            println!("{}", numbers[0] + numbers[1]);
        }
    }
}
`,
  node: `const lines = require('fs').readFileSync(0, 'utf8').split('\\n')

for (const line of lines) {
  const [a, b] = line.trim().split(' ').map(Number)
  if (line.trim()) console.log(a + b)
}
`,
  typescript: `import { readFileSync } from 'fs'

const lines: string[] = readFileSync(0, 'utf8').split('\\n')

for (const line of lines) {
  const [a, b] = line.trim().split(' ').map(Number)
  if (line.trim()) console.log(a + b)
}
`,
  csharp: `using System;

class Program
{
    static void Main()
    {
        string line;
        while ((line = Console.ReadLine()) != null)
        {
            var numbers = line.Split();
            Console.WriteLine(int.Parse(numbers[0]) + int.Parse(numbers[1]));
        }
    }
}
`,
  ruby: `while (line = gets)
  a, b = line.split.map(&:to_i)
  puts a + b
end
`,
  php: `<?php
while (fscanf(STDIN, "%d %d", $a, $b) === 2) {
    echo $a + $b, "\\n";
}
`,
  pascal: `var
  a, b: longint;
begin
  while not seekeof do
  begin
    readln(a, b);
    writeln(a + b);
  end;
end.
`,
  haskell: `main :: IO ()
main = interact $ unlines . map (show . sum . map read . words) . lines
`,
} as const
